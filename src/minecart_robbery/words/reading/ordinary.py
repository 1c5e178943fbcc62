"""Ordinary words that differ from one of the game's by a letter or two, and aren't slips of it."""

from __future__ import annotations

from minecart_robbery.words.reading.vocabulary import words_of

ORDINARY = words_of(
    """
    acca access accor accs acculturation accuse accused accusing aerating aeration alerting
    alteration amy answers baking bending biddle boiling bor boring boss bottoms botton brack
    brick button caking canter celebrate celebrated celebrates celebrating celebration
    celebrations centaur centered centers centred centres centro cents century chance
    chances chang changed changer changes charge charged chief choices choir chooses choosy
    chosen coin coining coins confine confirms conform control crack dad decelerate decelerating
    deceleration dicking diddle diner dining dog dose dry eats ending enter entered entre est
    faking fending fiddle finale finals finer fining form forth fourth frack fro ghost god
    goings gong goring gourd grad guardian guards heady hoist hose hosted hots ist joint
    jointing joints kelp kicking lacerating laceration lease lending lest licking liddle lil
    liner lining loin louth maceration making manner meddle mending mental middles milner miming
    mincer mincing minder minding mined miners minor minors minter minting miser miter mixed
    mixer mixing month moth mouth muddle nah nay neutral nicking niner nor norah norm normal
    norse nought own packing pease pecking pending pickings pickle pickling picks piddle pinal
    pining pleas pleased pleases pleasure pricking rack rae raking read reader readies reads
    reddy reedy rending rental renter riddle rolf routh sanding seal sealing seals seam seeding
    sends sensing shout siddle slate sleuth sloth snitch snort sooth soothe sough southall
    southam souther southwell spending staal staking stale stall stead steak steam steaming
    steel steeling stela stell sterling stitch sue suing swatch tack talking taming tanking
    taping tapping tasking tasks taxing teal tending thick thiel thieves thigh thin thing thorn
    ticking tis trace traced trach traci tracks tract tracy trash trask trick truck twitch
    vending venter ventral ventre viner vining voice voices waking wicking widdle winer wining
    witch won worth worthy wrack youth youths
    """
)
