"""Writing of records: line by line, by one program at a time."""

from __future__ import annotations

import hashlib
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path
from time import sleep
from typing import Annotated, Final

import msgspec
from filelock import lock_descriptor, unlock_descriptor
from msgspec import Meta, Struct

from rumms.kernel.game import Seat
from rumms.kernel.record import Digest, Header, Lines, encode_closing, without_waiting
from rumms.kernel.refusal import BadRecord, InUse, NotWritten, Refusal, later

AGAIN: Final = 50
"""Attempts to take a lock whose file is removed again and again, and to read who has it."""
A_MOMENT: Final = 0.01
"""Seconds from one attempt to the next."""
MOST_BYTES: Final = 1000
"""Of the file of a lock; a longer one is not read to its end."""
LOCKS_RECORDS: Final = sys.platform != "win32"
"""There others could not read a record that is locked, nor move one that is open."""


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a file another content, all of it or nothing: a new, hidden file to be written, which then takes its place.

    A link or a pipe that lies where the new file belongs is removed, and never written to.
    """
    new = path.with_name(f".{path.name}.{os.getpid()}")
    new.unlink(missing_ok=True)
    try:
        yield new
        new.replace(path)
    except BaseException:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise


class Holder(Struct, frozen=True):
    """The program that has a record open."""

    pid: Annotated[int, Meta(ge=0)]
    host: Annotated[str, Meta(max_length=255)]
    since: Annotated[float, Meta(ge=0.0, le=32e9)]
    """Seconds since 1970."""

    @classmethod
    def here(cls) -> Holder:
        """This program."""
        return cls(os.getpid(), socket.gethostname(), datetime.now(UTC).timestamp())

    @property
    def is_here(self) -> bool:
        """Is it this very program?"""
        return (self.pid, self.host) == (os.getpid(), socket.gethostname())

    def refusal(self, file: str) -> InUse:
        """The sentence that says who has the file open."""
        if self.is_here:
            return InUse("'{file}' is open here already.", file=file)
        since, now = datetime.fromtimestamp(self.since, UTC).astimezone(), datetime.now(UTC).astimezone()
        return InUse(
            "'{file}' is open in another program already (process {pid} on {host}, since {since}).",
            file=file,
            pid=self.pid,
            host=self.host,
            since=f"{since:%H:%M}" if since.date() == now.date() else f"{since:%Y-%m-%d %H:%M}",
        )


class Lock:
    """The right to write a record. The system takes it back when the program ends, however it ends.

    It lies on a hidden file beside the record, whose first byte is locked; the holder stands behind it. The record is
    locked as well, as it may have a second name, or lie where no file can be made; not on Windows, where others cannot
    read a locked file. Where files cannot be locked at all there is no lock; `Writer` still notices that another
    program has written.
    """

    def __init__(self, record: Path) -> None:
        real = record.resolve()
        self.path = real.with_name(f".{real.name}.lock")
        self._file = self._taken(str(record))

    def release(self) -> None:
        """Let others have it; the file of the lock goes away."""
        if self._file is None:
            return
        file, self._file = self._file, None
        if sys.platform != "win32":  # while it is locked: others see that it is gone, and make a new one
            with suppress(OSError):
                self.path.unlink()
        with suppress(OSError):
            unlock_descriptor(file.fileno())
        file.close()
        if sys.platform == "win32":  # which removes no open file, so none that another program has taken meanwhile
            with suppress(OSError):
                self.path.unlink()

    def _taken(self, record: str) -> FileIO | None:
        for _ in range(AGAIN):
            try:
                file = FileIO(self.path, "r+b", opener=_made)
            except OSError:
                return None
            try:
                is_ours = lock_descriptor(file.fileno(), blocking=False)
            except OSError:
                file.close()
                return None
            if is_ours and self._is_still(file):
                with suppress(OSError):  # a full disk: others are told less
                    file.truncate(0)
                    file.write(b" " + msgspec.json.encode(Holder.here()))
                return file
            holder = None if is_ours else _holder(file)
            file.close()
            if holder:
                raise holder.refusal(record)
            sleep(A_MOMENT)  # somebody has just taken it, or removed it
        raise _in_use(record)

    def _is_still(self, file: FileIO) -> bool:
        """Is this still the file at that place? Else its last holder has removed it."""
        try:
            return os.path.samestat(os.fstat(file.fileno()), self.path.stat())
        except OSError:
            return False


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep other programs from a record, which need not exist; InUse if one of them has it open."""
    lock, file = Lock(path), None
    try:
        if LOCKS_RECORDS:
            with suppress(OSError):  # a folder, or gone; a file that cannot be read is none of ours
                file = FileIO(path, "r", opener=without_waiting)
        if file:
            _lock_itself(file)
        yield
    finally:
        if file:
            _let_go(file)
        lock.release()


def _lock_itself(record: FileIO) -> None:
    """Lock an open record, until it is closed; InUse if another program has."""
    if not LOCKS_RECORDS:
        return
    try:
        is_ours = lock_descriptor(record.fileno(), blocking=False)
    except OSError:
        return
    if not is_ours:
        raise _in_use(str(record.name))


def _let_go(record: FileIO) -> None:
    """Close a record. Its lock ends, too, where a process that was forked meanwhile still has it open."""
    if not record.closed:
        with suppress(OSError):
            unlock_descriptor(record.fileno())
        record.close()


def _in_use(record: str) -> InUse:
    """The sentence where nobody knows who has it open."""
    return InUse("'{file}' is open in another program already.", file=record)


def _made(path: str, flags: int) -> int:
    """Open the file of a lock, which need not exist; never a link's target, and without waiting for a pipe."""
    return os.open(path, flags | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0), 0o666)


def _holder(file: FileIO) -> Holder | None:
    """The holder, as the file of a lock says; None if it does not say so yet."""
    try:
        file.seek(1)
        return msgspec.json.decode(file.read(MOST_BYTES), type=Holder)
    except (OSError, msgspec.MsgspecError):
        return None


class Writer:
    """Appends to a record. A line that cannot be written whole leaves the file as it was.

    A durable writer has the disk keep each line before it goes on, so that what was written survives a power cut.
    """

    def __init__(self, path: Path, lines: Lines | None = None, *, durable: bool = False) -> None:
        self.path, self.durable, self.digest = path, durable, Digest()
        self._good = 0
        """How many bytes are whole lines."""
        self._size = 0
        """How many bytes there should be: more than are good if a torn line could not be cut away yet."""
        self._gap = b""
        """Bytes that have to be written before the next line."""
        self._lock = Lock(path)
        try:
            self._file = FileIO(path, "r+b" if lines else "xb")
            try:
                _lock_itself(self._file)
                if lines:
                    self._continue(lines)
            except BaseException:
                _let_go(self._file)
                raise
        except BaseException:
            self._lock.release()
            raise

    @classmethod
    def begin(cls, path: Path, header: Header, *, durable: bool = False) -> Writer:
        """Begin a new file; one that exists is never overwritten, and none is left if it cannot be written."""
        new = [folder for folder in path.parents if not folder.exists()]
        path.parent.mkdir(parents=True, exist_ok=True)
        writer = cls(path, durable=durable)
        try:
            writer.write(msgspec.json.encode(header))
        except BaseException:
            writer.erase()
            raise
        if durable:
            for folder in (path.parent, *(one.parent for one in new)):
                sync_folder(folder)
        return writer

    @classmethod
    def go_on(cls, path: Path, lines: Lines, *, durable: bool = False) -> Writer:
        """Append to a record that has been read; what was torn off its last line is cut away with the next line."""
        return cls(path, lines, durable=durable)

    def write(self, line: bytes, winners: frozenset[Seat] | None = None) -> None:
        """Append one line, and the closing line if that was the end. NotWritten: the file is as it was."""
        digest = self.digest.copy()
        digest.add(line)
        text = line + b"\n"
        if winners is not None:
            text += encode_closing(winners, str(digest)) + b"\n"
        self._append(text)
        self.digest = digest
        if winners is not None:
            self.close()

    def seal(self, winners: frozenset[Seat]) -> None:
        """Append the closing line alone, and close the file, even if that cannot be done."""
        try:
            self._append(encode_closing(winners, str(self.digest)) + b"\n")
        finally:
            self.close()

    def close(self) -> None:
        """Close the file; other programs may write it now."""
        _let_go(self._file)
        self._lock.release()

    def erase(self) -> None:
        """Close the file, and leave nothing of it."""
        _let_go(self._file)
        self.path.unlink(missing_ok=True)
        self._lock.release()

    def _continue(self, lines: Lines) -> None:
        if hashlib.sha256(self._file.readall()).digest() != lines.sum:
            reason = Refusal(later("it has been changed since it was read; open it once more."))
            raise BadRecord(str(self.path), 0, "", reason)
        self.digest, self._good, self._size = lines.digest, lines.whole_bytes, lines.size
        self._gap = b"\n" if lines.lacks_newline else b""

    def _append(self, text: bytes) -> None:
        whole = self._gap + text
        try:
            self._check()
            if self._size != self._good:
                self._file.truncate(self._good)
            self._file.seek(self._good)
            rest = memoryview(whole)
            while rest:
                rest = rest[self._file.write(rest) :]
            if self.durable:
                sync(self._file)
        except OSError as error:
            self._cut_back()
            raise NotWritten(str(self.path), error.strerror or str(error)) from None
        except KeyboardInterrupt:
            self._cut_back()
            raise
        self._good += len(whole)
        self._size, self._gap = self._good, b""

    def _check(self) -> None:
        """Refuse to write where another program has written, or to a file that lies no longer in its place."""
        open_one = os.fstat(self._file.fileno())
        if open_one.st_size != self._size or not os.path.samestat(open_one, self.path.stat()):
            raise NotWritten(str(self.path), Refusal(later("another program has changed the file")))

    def _cut_back(self) -> None:
        """Cut away what was written of a line; where that fails it is tried again before the next line."""
        with suppress(OSError):
            self._file.truncate(self._good)
        with suppress(OSError):
            self._size = os.fstat(self._file.fileno()).st_size


def sync(file: FileIO) -> None:
    """Have the disk itself keep what was written."""
    if sys.platform == "darwin":
        import fcntl  # noqa: PLC0415  only there does `fsync` leave it to the disk when it writes

        fcntl.fcntl(file.fileno(), fcntl.F_FULLFSYNC)
    else:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Have the disk itself keep the names of the files in a folder, where a folder can be opened for that."""
    with suppress(OSError):
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
