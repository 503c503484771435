"""Profiles of hypothesis, chosen by `HYPOTHESIS_PROFILE`: `quick`, `ci` (the default) and `thorough`.

The first two draw the same examples in every run, so that a failure repeats; `thorough` draws new ones each time.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings
from support.interrupts import interruptible

settings.register_profile("quick", deadline=None, derandomize=True, max_examples=15)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture
def control_c() -> Iterator[None]:
    """Ctrl-C works in this test, even where the tests were started with the signal ignored."""
    with interruptible():
        yield
