# SPDX-License-Identifier: GPL-2.0-only
"""Gets the ELF image out of a bzImage (Documentation/arch/x86/boot.rst)."""
import atexit
import os
import struct
import subprocess
import tempfile

# The first bytes of what may be compressed, and what undoes it. All read the stream
# and ignore, or complain of, the size that follows it.
FORMATS = (
    (b"\x1f\x8b\x08", ("gzip", "-dcq")),
    (b"\xfd7zXZ\0", ("xz", "-dcq", "--single-stream")),
    (b"\x28\xb5\x2f\xfd", ("zstd", "-dcq")),
    (b"\x02\x21\x4c\x18", ("lz4", "-dcq")),
    (b"BZh", ("bzip2", "-dcq")),
    (b"\x5d\0\0", ("lzma", "-dcq")),
    (b"\x89LZO", ("lzop", "-dcq")),
)


def unpack(path):
    """The path of the ELF image: @path itself, or a file that goes when we do."""
    with open(path, "rb") as f:
        data = f.read()
    if data.startswith(b"\x7fELF"):
        return path
    if data[0x202:0x206] != b"HdrS":
        raise ValueError("%s: neither an ELF file nor a bzImage" % path)
    elf = _decompress(path, _payload(data))
    fd, name = tempfile.mkstemp(prefix="vmlinux.")
    atexit.register(os.unlink, name)
    with os.fdopen(fd, "wb") as f:
        f.write(elf)
    return name


def _payload(data):
    setup = data[0x1F1] or 4
    offset, length = struct.unpack_from("<II", data, 0x248)
    start = (setup + 1) * 512 + offset
    return data[start:start + length - 4]  # without the size at its end


def _decompress(path, payload):
    for magic, command in FORMATS:
        if payload.startswith(magic):
            elf = subprocess.run(command, input=payload, stdout=subprocess.PIPE, check=False).stdout
            if elf.startswith(b"\x7fELF"):
                return elf
            raise ValueError("%s: %s does not unpack it" % (path, command[0]))
    raise ValueError("%s: compressed in a way that is not known" % path)
