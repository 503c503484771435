"""The rules that leave out moves and states of passes, as bits: each can be switched off.

The proofs stand in docs/soundness.md, *passes*, under the letters and names used here.
"""

from __future__ import annotations

__all__ = ["BURIED", "EVERY_RULE", "FROZEN", "HOPELESS", "PLAY_RESERVE", "PLAY_TALON", "POSTPONE"]

PLAY_RESERVE = 1
"""A: where gaps are filled when the player likes, a card of the reserve that fits is played at once."""
PLAY_TALON = 2
"""B: so is the talon's top card, if no card of its kind is still to come or both foundations of the suit take it; only
together with A, which its proof rests on."""
POSTPONE = 4
"""C: after a card was put away, no card is turned and put away at once, nothing being played between."""
BURIED = 8
"""D: no card is turned onto a talon whose top card could then never be touched, for all the cards that would wait."""
HOPELESS = 16
"""In the last pass but one no state is gone on from if all ends that it leads to are lost (`hopeless.py`)."""
FROZEN = 32
"""Where the next redeal is shuffled, states are one that differ in the order of cards that stay on the talon."""

EVERY_RULE = PLAY_RESERVE | PLAY_TALON | POSTPONE | BURIED | HOPELESS | FROZEN
