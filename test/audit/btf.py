# SPDX-License-Identifier: GPL-2.0-only
"""BTF: what the kernel says of its own types (Documentation/bpf/btf.rst).

A module's BTF goes on where the kernel's ends, in the numbers of its types and in
the offsets of its strings.
"""
import functools
import struct
from collections import namedtuple

Type = namedtuple("Type", "kind name size ref members")  # size: for PTR and such it is ref
Member = namedtuple("Member", "name type bits")  # of a PROTO: its parameters

INT, PTR, ARRAY, STRUCT, UNION, ENUM, FWD, TYPEDEF, VOLATILE, CONST, RESTRICT, FUNC, PROTO, \
    VAR, DATASEC, FLOAT, DECL_TAG, TYPE_TAG, ENUM64 = range(1, 20)
MODIFIERS = (TYPEDEF, VOLATILE, CONST, RESTRICT, TYPE_TAG)
# What follows the 12 bytes of a type: so many bytes, and so many for each member.
TAIL = {INT: (4, 0), ARRAY: (12, 0), STRUCT: (0, 12), UNION: (0, 12), ENUM: (0, 8),
        PROTO: (0, 8), VAR: (4, 0), DATASEC: (0, 12), DECL_TAG: (4, 0), ENUM64: (0, 12)}


class Btf:
    def __init__(self, data=None, base=None):
        self.base = base
        self.first = base.end if base else 1
        self.first_string = base.end_string if base else 0
        self.types = []
        self.end, self.end_string = self.first, self.first_string
        if data:
            self._parse(data)
        self._functions = self._index(FUNC)
        self._structs = self._index(STRUCT)

    def _parse(self, data):
        magic, _, _, header, types, types_len, strings, strings_len = \
            struct.unpack_from("<HBBIIIII", data)
        if magic != 0xEB9F:
            raise ValueError("not BTF")
        self.strings = data[header + strings:header + strings + strings_len]
        self.end_string = self.first_string + strings_len
        pos, end = header + types, header + types + types_len
        while pos < end:
            pos = self._parse_type(data, pos)
        self.end = self.first + len(self.types)

    def _parse_type(self, data, pos):
        name, info, size = struct.unpack_from("<III", data, pos)
        kind, count, flag = info >> 24 & 31, info & 0xFFFF, info >> 31
        pos += 12
        fixed, each = TAIL.get(kind, (0, 0))
        members = None
        if kind in (STRUCT, UNION):
            mask = 0xFFFFFF if flag else 0xFFFFFFFF
            members = [Member(n, t, bits & mask) for n, t, bits in
                       struct.iter_unpack("<III", data[pos:pos + 12 * count])]
        elif kind == PROTO:
            members = [Member(n, t, 0) for n, t in struct.iter_unpack("<II", data[pos:pos + 8 * count])]
        elif kind == ARRAY:
            element, _, number = struct.unpack_from("<III", data, pos)
            members = [Member(0, element, number)]
        self.types.append(Type(kind, name, size, size, members))
        return pos + fixed + each * count

    def _index(self, kind):
        """name -> type id; None where types that differ have the name."""
        index = {}
        for i, t in enumerate(self.types, self.first):
            if t.kind == kind and t.name:
                name = self.name(t.name)
                index[name] = None if name in index else i
        return index

    def name(self, offset):
        if offset < self.first_string:
            return self.base.name(offset)
        offset -= self.first_string
        return self.strings[offset:self.strings.index(b"\0", offset)].decode()

    def type(self, number):
        if number < self.first:
            return self.base.type(number) if self.base else None
        number -= self.first
        return self.types[number] if number < len(self.types) else None

    def peel(self, number):
        """A type's number without typedefs and qualifiers."""
        t = self.type(number)
        while t and t.kind in MODIFIERS:
            number = t.ref
            t = self.type(number)
        return number

    def struct(self, name):
        """The number of a struct; None if there is none, or more than one."""
        if name in self._structs:
            return self._structs[name]
        return self.base.struct(name) if self.base else None

    def target(self, number):
        """The struct or union that a pointer type points to, or None."""
        t = self.type(self.peel(number))
        if not t or t.kind != PTR:
            return None
        number = self.peel(t.ref)
        t = self.type(number)
        if t and t.kind == FWD:
            return self.struct(self.name(t.name))
        return number if t and t.kind in (STRUCT, UNION) else None

    @functools.cache
    def function(self, name):
        """(what it returns, what its parameters are), as targets; None if not known."""
        if name not in self._functions:
            return self.base.function(name) if self.base else None
        if not self._functions[name]:
            return None
        proto = self.type(self.type(self._functions[name]).ref)
        params = []
        for p in proto.members:
            t = self.type(self.peel(p.type))
            if t and t.kind in (STRUCT, UNION):
                break  # by value: how many registers that takes is not worth knowing
            params.append(self.target(p.type))
        return self.target(proto.ref), params

    def title(self, number):
        t = self.type(number)
        return "%s %s" % ("union" if t.kind == UNION else "struct",
                          self.name(t.name) if t.name else "(unnamed)")

    def size(self, number):
        t = self.type(self.peel(number))
        if t is None:
            return 0
        if t.kind == ARRAY:
            return t.members[0].bits * self.size(t.members[0].type)
        return 8 if t.kind == PTR else t.size

    def parts(self, number, base=0, pos=None):
        """(offset, type) of all that lies in a type, itself and what is deepest inside
        included; only what covers @pos, where that is given."""
        number = self.peel(number)
        t = self.type(number)
        yield base, number
        if t is None:
            return
        if t.kind in (STRUCT, UNION):
            inner = [(m.bits // 8, m.type) for m in t.members]
        elif t.kind == ARRAY and pos is not None and self.size(t.members[0].type):
            element = t.members[0].type
            inner = [((pos - base) // self.size(element) * self.size(element), element)]
        elif t.kind == ARRAY:
            inner = [(0, t.members[0].type)] if t.members[0].bits else []
        else:
            inner = []
        for offset, typ in inner:
            if pos is None or base + offset <= pos < base + offset + self.size(typ):
                yield from self.parts(typ, base + offset, pos)

    @functools.cache
    def load(self, number, offset):
        """What a pointer that lies in a struct may point to: a set of structs, empty
        where what lies there is no pointer, or none to a struct."""
        found = set()
        for pos, typ in self.parts(number, 0, offset):
            t = self.type(typ)
            if pos == offset and t and t.kind in (INT, PTR) and self.size(typ) == 8:
                found.add(self.target(typ))
        return set() if None in found else found

    def begins(self, number, offset):
        """The size of the member of a struct, however deep inside, that begins at an
        offset; 0 where none does."""
        leaves = [(pos, typ) for pos, typ in self.parts(number, 0, offset)
                  if (t := self.type(typ)) and t.kind not in (STRUCT, UNION, ARRAY)]
        return max((self.size(typ) for pos, typ in leaves if pos == offset), default=0)

    def member(self, number, path):
        """The offset of a member, by its dotted name, or None."""
        first, _, rest = path.partition(".")
        for m in self.type(self.peel(number)).members or []:
            if m.name and self.name(m.name) == first:
                inner = self.member(m.type, rest) if rest else 0
                return None if inner is None else m.bits // 8 + inner
            if not m.name and (found := self.member(m.type, path)) is not None:
                return m.bits // 8 + found
        return None
