"""A .npy writer and reader of its own, so that the command line is not checked with the code it is made of."""
import struct

FORMATS = {"b1": "?", "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q",
           "f2": "e", "f4": "f", "f8": "d"}


def header(descr, shape, fortran=False, version=1):
    """The bytes before the elements. `descr` is a Python literal as text."""
    tail = "(" + "".join(f"{n}, " for n in shape).rstrip() + ")"
    if len(shape) > 1:
        tail = "(" + ", ".join(str(n) for n in shape) + ")"
    text = "{'descr': %s, 'fortran_order': %s, 'shape': %s, }" % (descr, fortran, tail)
    prefix = 10 if version == 1 else 12
    data = text.encode("utf-8" if version == 3 else "latin-1")
    data += b" " * (-(prefix + len(data) + 1) % 64) + b"\n"
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", len(data)) + data


def array(code, shape, values, fortran=False, version=1):
    """A whole file; `values` in the order of the file."""
    mark = "|" if code[1:] == "1" else "<"
    return header(repr(mark + code), shape, fortran, version) + struct.pack(f"<{len(values)}{FORMATS[code]}", *values)


def parse(data):
    """(descr, fortran_order, shape, element bytes) of a whole file."""
    assert data[:6] == b"\x93NUMPY", data[:16]
    size = 2 if data[6] == 1 else 4
    length = int.from_bytes(data[8:8 + size], "little")
    start = 8 + size + length
    assert start % 64 == 0 and data[start - 1:start] == b"\n"
    fields = eval(data[8 + size:start].decode("latin-1"), {"__builtins__": {}})  # the output of the program under test
    return fields["descr"], fields["fortran_order"], fields["shape"], data[start:]


def values(data):
    """(shape, list of values in C order) of a file of numbers."""
    descr, fortran, shape, body = parse(data)
    assert not fortran
    code = FORMATS[descr[1:]]
    return shape, list(struct.unpack(f"<{len(body) // struct.calcsize(code)}{code}", body))
