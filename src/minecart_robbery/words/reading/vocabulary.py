"""The words that players use, by what they do in a sentence. Lists only: nothing here reads.

A word may stand in several lists ("steal" is a role on its own and filler beside a track);
`grammar`, `bonuses` and `attempts` say which list counts where.
"""

from __future__ import annotations

from collections.abc import Mapping

from minecart_robbery.engine.nouns import Role, Track


def words_of(text: str) -> frozenset[str]:
    """The words in `text`, as a set."""
    return frozenset(text.split())


TRACKS: Mapping[str, Track] = {
    **dict.fromkeys(("north", "n", "top", "northern"), Track.NORTH),
    **dict.fromkeys(("central", "centre", "center", "middle", "mid", "c"), Track.CENTRAL),
    **dict.fromkeys(("south", "s", "bottom", "southern"), Track.SOUTH),
}

ROLES: Mapping[str, Role] = {
    **dict.fromkeys(("thief", "steal", "stealing"), Role.THIEF),
    **dict.fromkeys(("miner", "mining"), Role.MINER),
}
ROLE_NOUNS = words_of("thief miner")

ACCELERATE = words_of("accelerate accelerates accelerating acceleration accel acc")
JOIN = words_of("join joins joining")

KEEP = words_of("keep keeping same confirm confirmed confirming unchanged stay staying")
READY = words_of("ready rdy")
HOST = words_of("host hosts dealer")

ANY_TRACK = words_of("west east random any")
"""A pick is meant, but none of the three tracks is named."""

FILLERS = words_of(
    """
    & a an the please pls plz i im ill am will it its is on in to of at for with as my me we us
    well this that one and pick picking choice choose choosing select selecting selection final
    answer submit submitting submission vote voting go going gonna do doing take taking put
    gimme give lock locking locked change changing switch switching swap move moving want wanna
    lets let try trying actually instead just definitely def ok okay k yes yeah yep sure fine
    alright sorry oops mean meant hi hey hello bro dude mate first set thanks thx ty then now
    again still also too time turn round by be send sending guard guarding steal stealing mine
    mines mining track tracks cart carts rail route side stay staying stick sticking keep
    keeping same confirm confirmed confirming unchanged ofc obviously clearly certainly changed
    get getting gl roll hf glhf make making use using only head heading grab grabbing aim aiming
    target targeting watch watching block blocking cover covering defend defending protect
    protecting catch catching sry soz mb whoops woops oopsie correction typo misclick
    misclicked mistyped edit update updated finally say ima imma lemme finna tryna boutta yup yea kk
    """
)
"""Words that change nothing about a track named among them."""

LAUGHTER = words_of("lol lmao lmfao rofl haha hahaha hehe")
TOLD = words_of(
    """
    picked picks chose chosen chooses guarded guards sent sends stole steals took takes protected
    protects defended defends blocked blocks covered covers caught catches
    """
)
"""Verbs that may tell of an earlier turn, or of somebody else's pick."""
_UNSURE = words_of(
    """
    or either id ive maybe perhaps probably possibly prolly hmm hm hmmm idk think thinking guess
    might should can could may shall would if no nope nah wait jk kidding almost nearly ish um
    umm uh uhh er erm eh ah oh nvm 1 100
    """
)
DOUBTS = LAUGHTER | TOLD | _UNSURE
"""Words after which a wish is not certain enough to act on."""

NEGATIONS = words_of(
    "not dont never isnt wont cant neither except avoid avoiding skip without wouldnt shouldnt aint"
)
NEGATED_TOO = words_of("or nor and")
"""Words across which a negation reaches on: "not north or south"."""

QUESTION_OPENERS = words_of("is are does did")
TURNED_ROUND = ("do i", "do we", "will it", "am i", "will i")
"""Openings that make a question of a sentence by their order."""

SEPARATING = words_of("from nor but 2 into onto towards toward both")
"""Words that are understood beside tracks, but don't belong to a plain pick."""

ROLE_FILLERS = words_of(
    """
    & i im ill am is will want wanna like to be being the a as start starting begin first please
    pls plz go going gonna with for me my role pick picking choice choose choosing play playing
    player side lets let we take taking this round now ok okay yes in final answer actually
    change switch lock then again just definitely well instead b make fine
    ima imma lemme finna tryna gotta boutta
    """
)
MINE = words_of("mine")
BEFORE_A_VERB = words_of("ill i will to lets gonna wanna ima imma lemme finna tryna gotta")
"""Directly before "mine" they make it a thing to do: "I'll mine"."""

KEEP_FILLERS = words_of(
    """
    & it that this my the pick choice track one again with please pls plz i im ill am is will
    want to me for last previous current old ok okay yes yeah yep just lets as thing thanks thx
    choose stick sticking stay staying before time turn round mine
    """
)
READY_FILLERS = words_of(
    """
    & i im am we were all are now go to ok okay yes yeah yep lets for the match game round next
    set here so when whenever start begin both and please host hi hey hello up
    """
)
HOST_FILLERS = words_of(
    """
    & call calling need needed needs want get a an the please pls plz ping summon can could may
    we i id take to someone somebody over here have for help me us hey hi hello now quick asap come
    any another pause stop timeout question problem issue bug wrong urgent emergency
    """
)

BONUS_FILLERS = words_of(
    """
    play playing use using bonus action add from into onto towards toward over plus both
    together up stash stashes gem gems 2
    """
)
BARE_BONUS = words_of("& the my a please pls plz play use using bonus action i ill want to will")
"""The only company in which a bonus word without any mine is taken for an attempt."""

SENDING = words_of(
    """
    guard guarding send sending steal stealing watch watching block blocking cover covering defend
    defending protect protecting catch catching
    """
)
WORKING = SENDING | words_of("mine mining take taking cart")
"""Beside these "from north" is a pick; otherwise it is where somebody comes from."""
PICKING = words_of("pick picking choose choosing take taking go going change switch stay keep")
"""Like SENDING they turn to the turn's pick, but they may lead up to a bonus word too."""

BONUS_IN_OTHER_WORDS = words_of("bonus add")
"""Beside a track, these speak of a bonus action without naming it."""

TOWARDS = words_of("to into onto on in towards toward 2")
BESIDE = words_of("& and with or plus")
ARTICLES = words_of("the a my track tracks mine mines cart carts")

CHANGING = words_of("cancel undo revert redo replace replacing swapping moving decide decided")
"""Words of a change that don't say whether the track beside them is wanted."""

PLACES = words_of("top bottom middle")
"""Names of tracks that in everyday English say where something is (S55)."""
WHERE = words_of("at on in to into onto near by from")
BEING = words_of("im am is its are be being stuck")
WELL_THEN = words_of("now still just finally again right back here also definitely already")
"""Words that may stand between being and where: "I'm still at the bottom"."""
AT_PLAY = SENDING | words_of(
    """
    pick picking choose choosing choice select selecting selection submit submitting vote voting
    put lock locking change changing switch switching swap one track tracks mine mining
    """
)
"""Words that show a place to be a track: "change my choice to the middle"."""

_AMENDING = words_of(
    """
    select selecting submit submitting vote voting lock locking locked changed changing switching
    swap move put give gimme grab grabbing set make making use using target targeting correction
    typo misclick misclicked mistyped edit update oops whoops woops sorry sry mb meant actually
    instead wait nvm rob robbing
    """
)
ACTING = SENDING | PICKING | CHANGING | _AMENDING
"""Words of picking or changing a pick: in their company a text may be stranger."""

TALKING = words_of(
    """
    was were wasnt has hasnt had won win wins winning lost lose loses losing went goes gone saved
    pays sucks rocks rules remembers knew hate hates loves loved gem gems stash stashes full fuller
    empty loaded rich huge stacked kinda pretty af game games player players you u ur your
    youre youll he hes she shes they theyre theyll his their who whos what whats why where wheres
    how
    pole star lights earth world nowhere station bank school class stage age ages attention line
    rock barrel shelf button finger ground man child score scorer tier notch dog hat gun secret
    park korea america american africa carolina dakota ireland france
    """
)
"""Words that show a text to be talk: about the match, about people, about anything else."""
LINKS = words_of("is are isnt looks seems")
"""Between a track and a word that isn't of the game, these tell how the track is doing."""

TELLING = (
    ACCELERATE | JOIN | KEEP | READY | HOST | ROLE_NOUNS | frozenset(TRACKS) | frozenset(ROLES)
)
"""Words that carry a meaning of their own."""

KNOWN = (
    FILLERS
    | DOUBTS
    | NEGATIONS
    | SEPARATING
    | QUESTION_OPENERS
    | ROLE_FILLERS
    | KEEP_FILLERS
    | READY_FILLERS
    | HOST_FILLERS
    | BONUS_FILLERS
    | ANY_TRACK
    | BESIDE
    | TELLING
)
