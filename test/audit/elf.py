# SPDX-License-Identifier: GPL-2.0-only
"""As much of ELF64, little endian, as the audit needs: sections and symbols."""
import struct
from collections import namedtuple

Section = namedtuple("Section", "name type addr offset size link entsize")
Symbol = namedtuple("Symbol", "name value size type shndx")

SHT_SYMTAB = 2
SHT_NOBITS = 8
STT_FUNC = 2


class Elf:
    def __init__(self, data):
        if data[:6] != b"\x7fELF\x02\x01":
            raise ValueError("not a little-endian ELF64 file")
        self.data = data
        self.sections = self._sections()

    def _sections(self):
        start, = struct.unpack_from("<Q", self.data, 0x28)
        size, count, names = struct.unpack_from("<HHH", self.data, 0x3A)
        raw = []
        for i in range(count):
            name, typ, _, addr, offset, length, link, _, _, entsize = struct.unpack_from(
                "<IIQQQQIIQQ", self.data, start + i * size)
            raw.append(Section(name, typ, addr, offset, length, link, entsize))
        table = self._bytes(raw[names])
        return [s._replace(name=string(table, s.name)) for s in raw]

    def _bytes(self, section):
        if section.type == SHT_NOBITS:
            return b""
        return self.data[section.offset:section.offset + section.size]

    def section(self, name):
        """The bytes of a section, or None."""
        for s in self.sections:
            if s.name == name:
                return self._bytes(s)
        return None

    def at(self, addr, size):
        """The bytes that are loaded at an address."""
        for s in self.sections:
            if s.addr <= addr < s.addr + s.size and s.addr and s.type != SHT_NOBITS:
                return self.data[s.offset + addr - s.addr:][:size]
        raise ValueError("nothing is at %#x" % addr)

    def symbols(self):
        for s in self.sections:
            if s.type != SHT_SYMTAB:
                continue
            names = self._bytes(self.sections[s.link])
            for name, info, _, shndx, value, size in struct.iter_unpack("<IBBHQQ", self._bytes(s)):
                yield Symbol(string(names, name), value, size, info & 15, shndx)

    def functions(self):
        """The names of the functions that the file defines, as often as it does."""
        return [s.name for s in self.symbols() if s.type == STT_FUNC and s.shndx]


def string(table, offset):
    return table[offset:table.index(b"\0", offset)].decode()
