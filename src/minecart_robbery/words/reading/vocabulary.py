"""The words that players use: one table, each word with the parts that it plays in a sentence.

A word may play several parts ("steal" is a role on its own and filler beside a track); which part
counts where, `grammar` and `reader` say. Nothing here reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from minecart_robbery.engine.nouns import Role, Track

_WORDS = """
# what is meant
north* northern* n | north | northern mine
top | north place | on top
central* centre* center* c mid | central | only c
middle* | central place | in the middle
south* southern* s | south
bottom* | south place | at the bottom
thief* | thief
steal* stealing* | thief sending filler | steal from north
miner* | miner
mining* | miner at-play working filler | mining north
accel* accelerate* accelerating* acceleration* acc accelerates | accelerate | acceleration north
join* joining* joins | join | central joins north
keep* | keep picking filler | keep north
stay | keep picking filler keep-filler | stay mid
confirm* confirmed confirming keeping same unchanged | keep filler | south, confirmed; same, north
staying | keep filler keep-filler | staying south
ready* rdy | ready
dealer hosts | host | dealer!
host* | host ready-filler
east random west | any-track | west
any | any-track host-filler | any host?
# verbs of play, and what goes with them
sending* guard* guarding* send* block blocking catch catching cover covering defend defending
    protect protecting watch watching | sending filler | acc n, guard s; watch central to north
change* switch* picking* choosing | picking at-play filler role-filler | change to thief
choose* pick* | picking at-play filler role-filler keep-filler | same pick; I pick north,
    accelerate
taking* | picking working filler role-filler | taking thief
take | picking working filler role-filler host-filler | take it from the top; accelerate north,
    I'll take south
going* | picking filler role-filler
go | picking filler role-filler ready-filler | ready, go!
rob robbing | amending | robbing the north cart fam
changing locking put select selecting submit submitting swap switching vote voting | amending
    at-play filler | put it on top
lock* | amending at-play filler role-filler | lock in thief
nvm wait | amending unsure | wait, north
changed correction edit gimme give grab grabbing locked making mb meant misclick misclicked
    mistyped move oops sorry sry target targeting typo update whoops woops | amending filler | mb,
    south
actually* instead make | amending filler role-filler | make me the thief
set | amending filler ready-filler | set and ready
use using | amending filler bonus-filler bare-bonus | use join
cancel decide decided redo replace replacing revert swapping undo | changing
moving | changing filler | moving to the middle
mine | at-play working article filler keep-filler | ima mine; keep mine; mine from the north
tracks | at-play article filler | join tracks central and north
track* | at-play article filler keep-filler | I'm on the north track; join central track north
    track
selection | at-play filler
choice* | at-play filler role-filler keep-filler
one | at-play filler keep-filler | the one in the middle; same one
cart | working article filler
add | bonus-like bonus-filler | add a gem to north
bonus | bonus-like bonus-filler bare-bonus | bonus: north; bonus join
# what makes a wish uncertain
blocked blocks catches caught chooses chose chosen covered covers defended defends guarded guards
    picked picks protected protects sends sent steals stole takes took | told | guards north
haha hahaha hehe lmao lmfao lol rofl | laughter
1 100 ah almost eh either er erm guess hm hmm hmmm idk if ish ive jk kidding maybe might nah nearly
    no nope oh perhaps possibly probably prolly shall should think thinking uh uhh um umm would |
    unsure | north 100%; i've picked north; if only north
or | unsure negated-too beside | not north or south
can could id may | unsure host-filler | can I get a host; i'd go north
aint avoid avoiding cant dont except neither never not shouldnt skip without wont wouldnt |
    negation | except the middle one
isnt | negation link | south isn't worth it
nor | negated-too separating | neither north nor south
and | negated-too beside filler ready-filler | set and ready
did does | question
is | question being link filler role-filler keep-filler | is it north; my cart is at the top; south
    is best
are | question being link ready-filler | we are ready
but | separating
into onto | separating where towards bonus-filler | into north; north into mid
from | separating where bonus-filler | I'm from north; take it from the top
2 toward towards | separating towards bonus-filler | join c 2 n; towards north
both | separating ready-filler bonus-filler | both north
to | leading where towards filler role-filler keep-filler ready-filler host-filler bare-bonus | I
    want to mine; n->c; to the top
# where things are and where they go
finna gonna ima imma lemme tryna wanna | leading filler role-filler | i wanna mine
lets | leading filler role-filler keep-filler ready-filler | lets mine
i | leading filler role-filler keep-filler ready-filler host-filler bare-bonus | I mine first; I
    accelerate
ill will | leading filler role-filler keep-filler bare-bonus | i'll mine
gotta | leading role-filler | gotta mine
stuck | being
its | being filler | its on top
be | being filler role-filler | be on top
am im | being filler role-filler keep-filler ready-filler | im on top
being | being role-filler
looks seems | link
near | where
on | where towards filler | join central on north; on top
in | where towards filler role-filler | lock in thief; in the middle
at by | where filler | at the top
with | beside filler role-filler keep-filler | stay with it
& | beside filler role-filler keep-filler ready-filler host-filler bare-bonus | n/c; bonus:
    accelerate; stop, host
plus | beside bonus-filler
carts mines | article filler
the | article filler role-filler keep-filler ready-filler host-filler bare-bonus
my | article filler role-filler keep-filler bare-bonus | use my bonus accelerate please
a | article filler role-filler host-filler bare-bonus
already back right | adverb
also finally still | adverb filler | I'm still at the bottom
definitely | adverb filler role-filler
again just | adverb filler role-filler keep-filler
now | adverb filler role-filler ready-filler host-filler | host now
here | adverb ready-filler host-filler | any host here?
# talk
af africa age ages america american attention bank barrel carolina child class dakota earth empty
    finger france full fuller games goes gone ground gun had has hasnt hat hate hates he hes his
    how huge ireland kinda knew korea lights line loaded lose loses losing lost loved loves man
    notch nowhere park pays players pole pretty remembers rich rock rocks rules saved school score
    scorer secret she shelf shes stacked stage star station sucks their they theyll theyre tier u
    ur was wasnt went what whats where wheres who whos why win winning wins world you youll your
    youre | talk | the north star; ur mid; they never guard south
player | talk role-filler | top player; mining player
game were | talk ready-filler | this game is mid; we're ready
gem gems stash stashes | talk bonus-filler | accelerate the gems at north
button dog won | talk ordinary | top dog
# what changes nothing about what is meant
aim aiming alright bro certainly clearly def do doing dude getting gl glhf head heading hf k kk
    mate mean obviously of ofc only oopsie rail roll route say soz submission sure too try trying
    ty updated yea yup | filler | accelerate the stash of north; lets roll north
final* answer* boutta fine first let side then well | filler role-filler | thief is fine; thief
    first
as this | filler role-filler keep-filler | north as thief
ok okay round yes | filler role-filler keep-filler ready-filler
for | filler role-filler keep-filler ready-filler host-filler | north 4 me
please* | filler role-filler keep-filler ready-filler host-filler bare-bonus | join please
me | filler role-filler keep-filler host-filler | top me
pls plz want | filler role-filler keep-filler host-filler bare-bonus
we | filler role-filler ready-filler host-filler | we c
it stick sticking thanks that thx time turn | filler keep-filler | top it; keep that
yeah yep | filler keep-filler ready-filler | yep, ready
hello hey hi | filler ready-filler host-filler | hey host
an get us | filler host-filler | get a host
b like role starting | role-filler | ill b thief
begin start | role-filler ready-filler
playing | role-filler bonus-filler | playing acc on s
play | role-filler bonus-filler bare-bonus | play join
before current last old previous thing | keep-filler | same thing; same as last turn
all match next so when whenever | ready-filler | so ready
up | ready-filler bonus-filler | ready up; join up central to north
another asap bug call calling come emergency have help issue need needed needs pause ping problem
    question quick somebody someone stop summon timeout urgent wrong | host-filler | we have a
    problem, host; stop, host
over | host-filler bonus-filler | could we get a host over here?
together | bonus-filler | join central and north together
action | bonus-filler bare-bonus | bonus action: accelerate north
# what differs from a word of the game by a letter or two, and is no slip of it
acca access accor accs acculturation accuse accused accusing aerating aeration alerting alteration
    amy answers baking bending biddle boiling bor boring boss bottoms botton brack brick caking
    canter celebrate celebrated celebrates celebrating celebration celebrations centaur centered
    centers centred centres centro cents century chance chances chang changer changes charge
    charged chief choices choir choosy coin coining coins confine confirms conform control crack
    dad decelerate decelerating deceleration dicking diddle diner dining dose dry eats ending enter
    entered entre est faking fending fiddle finale finals finer fining form forth fourth frack fro
    ghost god goings gong goring gourd grad guardian heady hoist hose hosted hots ist joint
    jointing joints kelp kicking lacerating laceration lease lending lest licking liddle lil liner
    lining loin louth maceration manner meddle mending mental middles milner miming mincer mincing
    minder minding mined miners minor minors minter minting miser miter mixed mixer mixing month
    moth mouth muddle nay neutral nicking niner norah norm normal norse nought own packing pease
    pecking pending pickings pickle pickling piddle pinal pining pleas pleased pleases pleasure
    pricking rack rae raking read reader readies reads reddy reedy rending rental renter riddle
    rolf routh sanding seal sealing seals seam seeding sensing shout siddle slate sleuth sloth
    snitch snort sooth soothe sough southall southam souther southwell spending staal staking stale
    stall stead steak steam steaming steel steeling stela stell sterling stitch sue suing swatch
    tack talking taming tanking taping tapping tasking tasks taxing teal tending thick thiel
    thieves thigh thin thorn ticking tis trace traced trach traci tract tracy trash trask trick
    truck twitch vending venter ventral ventre viner vining voice voices waking wicking widdle
    winer wining witch worth worthy wrack youth youths | ordinary | steel; worth it
"""
"""Words, the parts that they play, and phrases that asked for what is surprising about that.

Slips are compared with the words that have an asterisk, in this order.
"""

_TURNS_OF_PHRASE = """
actually | ive changed my mind; i have changed my mind; changed my mind; change my mind;
    change of mind; change of plan; change of plans; new plan; on second thought;
    on second thoughts; second thought; second thoughts; scratch that
nvm | cancel that; forget that; forget it; ignore that
wait | hold on; hang on
oops | my bad; my mistake
to | back to; over to
ill take | ill have
i will take | i will have
let me take | let me have
lets take | lets have
for me | 4 me
bargain | a steal
sink | hit the bottom
overdone | over the top
head | top of my head
heart | bottom of my heart
morning | top of the morning
pick | new pick; new choice
thanks | thank you; thank u
gl | good luck
ready | good to go
now | when u are; when you are
maybe thief | guard first; guarding first
maybe miner | send first; sending first
want | would like; id like; id rather
i will | i shall
with | w &
keep | no change; no changes; leave it
definitely | all in; of course; it is
same | as before
confirm | lock it in
keep with | stick with; sticking with; stay with; staying with
should | why not; how about; what about
can | can you; can u; could you; would you
not | instead of; rather than; other than; anything but; anywhere but; everything but; any but;
    all but; anything except; anywhere except; everything except; do not; is not
maybe | not sure
"""
"""A word, or a few, and the turns of phrase that do its work; replaced in this order."""

_OTHERWISE_CALLED = """
accelerate | boost; boosting
join | reroute; redirect; merge; joim; joing; jpin; joun; jojn
thief | robber; stealer; thieving
north | upper
south | lower
central | cen; cent; cntr; ctr; midd
"""
"""A word, and what is probably meant for it: other names, short forms, slips too short to tell."""

_TWO_FACED = """
i c; we c; well c; will c; ill c; lets c; gonna c; wanna c; let me c; let us c; want to c; c it;
c me; c that; c this; c us; n that; n this; n then; n it; n on; n i; n we; n im; n ill; n go;
n going; n get; n getting; n take; n taking; n pick; n picking; n choose; n choosing; n send;
n sending; n guard; n guarding; n steal; n stealing; n do; n put; n give; n try; n change;
n switch; n move; n want; n roll; n lock; n keep; n stay; n wait; n so; n also; n still; n just;
now n again; steal n mine; let s; it s; that s; s fine; s ok; s alright; watch it; watch me;
watch this; catch me; cover me; hi n; make it to; make it on; make it in; finally on top; top that;
top it; top me; only in; is going south; this is mid; that is mid; thats mid
"""

_CHATTER = """
n & a; no stealing; no mining; no thief; no miner; this n that; now n then; now n again;
pick n choose; on n on; any update; any use; any correction; any typo
"""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: words that play the same parts, and phrases that asked for it."""

    words: tuple[str, ...]
    parts: tuple[str, ...]
    phrases: tuple[str, ...]


def _rows(table: str) -> Iterator[list[str]]:
    """The columns of each row; an indented line continues the one before it."""
    for row in table.replace("\n    ", " ").strip().split("\n"):
        if not row.startswith("#"):
            yield row.split(" | ")


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(" ".join(text.split()).split("; "))


ROWS = tuple(
    Row(tuple(words.split()), tuple(parts.split()), _phrases(*phrases) if phrases else ())
    for words, parts, *phrases in _rows(_WORDS)
)


def _playing(*parts: str) -> frozenset[str]:
    """The words that play one of `parts`."""
    return frozenset(
        word.rstrip("*") for row in ROWS if set(parts) & set(row.parts) for word in row.words
    )


def _by_phrase(table: str) -> Mapping[str, str]:
    return {phrase: word for word, phrases in _rows(table) for phrase in _phrases(phrases)}


TRACKS: Mapping[str, Track] = {word: track for track in Track for word in _playing(track)}
TRACK = frozenset(TRACKS)
ROLES: Mapping[str, Role] = {word: role for role in Role for word in _playing(role)}
ROLE = frozenset(ROLES)
ACCELERATE = _playing("accelerate")
JOIN = _playing("join")
BONUS = ACCELERATE | JOIN
KEEP = _playing("keep")
READY = _playing("ready")
HOST = _playing("host")
ANY_TRACK = _playing("any-track")
"""A pick is meant, but none of the three tracks is named."""

FILLER = _playing("filler")
"""Words that change nothing about a track named among them."""
ROLE_FILLER = _playing("role-filler")
KEEP_FILLER = _playing("keep-filler")
READY_FILLER = _playing("ready-filler")
HOST_FILLER = _playing("host-filler")
BONUS_FILLER = _playing("bonus-filler")
"""The same beside a role and so on; beside a bonus action FILLER is filler, too."""
BARE_BONUS = _playing("bare-bonus")
"""The only company in which a bonus word without any mine is taken for an attempt."""
ROLE_NOUN = ROLE - FILLER
"""Words that are a role beside a track, too."""

LAUGHTER = _playing("laughter")
TOLD = _playing("told")
"""Verbs that may tell of an earlier turn, or of somebody else's pick."""
DOUBT = LAUGHTER | TOLD | _playing("unsure")
"""Words after which a wish is not certain enough to act on."""
NEGATION = _playing("negation")
NEGATED_TOO = _playing("negated-too")
"""Words across which a negation reaches on: "not north or south"."""
QUESTION = _playing("question")
"""Words that open a question."""
SEPARATING = _playing("separating")
"""Words that are understood beside tracks, but don't belong to a plain pick."""

SENDING = _playing("sending")
PICKING = _playing("picking")
"""Like SENDING they turn to the turn's pick, but they may lead up to a bonus word too."""
CHANGING = _playing("changing")
"""Words of a change that don't say whether the track beside them is wanted."""
ACTING = SENDING | PICKING | CHANGING | _playing("amending")
"""Words of picking or changing a pick: in their company a text may be stranger."""
WORKING = SENDING | _playing("working")
"""Beside these "from north" is a pick; otherwise it is where somebody comes from."""
AT_PLAY = SENDING | _playing("at-play")
"""Words that show a place to be a track: "change my choice to the middle"."""
BONUS_LIKE = _playing("bonus-like")
"""Beside a track, these speak of a bonus action without naming it."""
LEADING = _playing("leading")
"""Directly before "mine" they make it a thing to do: "I'll mine"."""

PLACE = _playing("place")
"""Names of tracks that in everyday English say where something is (S55)."""
WHERE = _playing("where")
BEING = _playing("being")
ADVERB = _playing("adverb")
"""Words that may stand between being and where: "I'm still at the bottom"."""
TOWARDS = _playing("towards")
BESIDE = _playing("beside")
ARTICLE = _playing("article")
LINK = _playing("link")
"""Between a track and a word that isn't of the game, these tell how the track is doing."""
TALK = _playing("talk")
"""Words that show a text to be talk: about the match, about people, about anything else."""
ORDINARY = _playing("ordinary")

TELLING = TRACK | ROLE | BONUS | KEEP | READY | HOST
"""Words that carry a meaning of their own."""
KNOWN = TELLING.union(
    *(ANY_TRACK, FILLER, ROLE_FILLER, KEEP_FILLER, READY_FILLER, HOST_FILLER, BONUS_FILLER),
    *(DOUBT, NEGATION, QUESTION, SEPARATING, BESIDE),
)

TURNS_OF_PHRASE = _by_phrase(_TURNS_OF_PHRASE)
"""Several words that do the work of one."""
OTHERWISE_CALLED = _by_phrase(_OTHERWISE_CALLED)
COMPARED = tuple(word[:-1] for row in ROWS for word in row.words if word.endswith("*"))
"""The words with which slips are compared: what decides a turn, then what fills it."""

TWO_FACED = _phrases(_TWO_FACED)
"""Turns of phrase that name a track by accident as easily as on purpose: asked back."""
CHATTER = frozenset(_phrases(_CHATTER))
"""Whole texts that look like play and are not."""
