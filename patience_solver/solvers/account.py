"""The account of a search's memory: what each part may take, granted before it is taken, and what it has in use."""

from __future__ import annotations

__all__ = ["Account", "Grant"]


class Grant:
    """Bytes that one part of a search may take, as long as this object lives: they are given back with it.

    Attributes
    ----------
    size : int
        Bytes granted.
    used : int
        Bytes in use, as told last.
    """

    def __init__(self, account: Account) -> None:
        self._account = account
        self.size = self.used = 0

    def __del__(self) -> None:
        self._account.granted -= self.size
        self._account.used -= self.used

    def resize(self, size: int, *, in_use: bool = False) -> None:
        """Ask for another size, before memory is taken or after it was given back; `in_use` if all of it will be.

        Raises
        ------
        MemoryError
            If that is more than is left.
        """
        if size - self.size > self._account.left:
            raise MemoryError("the search has reached its memory limit")
        self._account.granted += int(size) - self.size
        self.size = int(size)
        if in_use:
            self.uses(size)

    def uses(self, size: int) -> None:
        """Tell how much is in use."""
        self._account.used += int(size) - self.used
        self.used = int(size)
        self._account.note()


class Account:
    """All that is granted.

    Parameters
    ----------
    most : int
        Bytes that may be granted at a time.

    Attributes
    ----------
    granted, used : int
        Bytes granted now, and in use, by all grants that live.
    peak : int
        Most bytes in use at a time.
    beside : int
        Bytes in use beside all grants: by what asks for none.
    without : int or None
        Resident memory of the process but for what was in use, when that was first asked for.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.without: int | None = None
        self.granted = self.used = self.beside = self.peak = 0

    @property
    def left(self) -> int:
        """Bytes that may still be granted."""
        return self.most - self.granted

    @property
    def unused(self) -> int:
        """Bytes not in use: what may be taken until the parts that were granted more go on."""
        return self.most - self.used - self.beside

    def grant(self, size: int = 0, *, in_use: bool = False) -> Grant:
        """Return a grant of so many bytes.

        Raises
        ------
        MemoryError
            If that is more than is left.
        """
        grant = Grant(self)
        grant.resize(size)
        if in_use:
            grant.uses(size)
        return grant

    def take_beside(self, size: int) -> None:
        """Tell how much is in use beside all grants: no more is counted than there is."""
        self.beside = min(max(int(size), 0), self.most - self.used)
        self.note()

    def note(self) -> None:
        """Keep the peak of what is in use."""
        self.peak = max(self.peak, self.used + self.beside)
