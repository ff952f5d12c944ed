"""Puts an EXIF orientation into a JPEG, as a phone does: exif.py IN.jpg OUT.jpg ORIENTATION.

The EXIF block is the smallest there is (one big-endian IFD with tag 0x0112) and takes the place of
any JFIF block, so that SOI is followed by APP1 (Exif 2.32, section 4.5.4). The pixels stay as they are.
"""

import struct
import sys


def exif_segment(orientation: int) -> bytes:
    """APP1 with TIFF header, one directory entry (Orientation, SHORT, 1 value) and no next directory."""
    tiff = b"MM\x00\x2a" + struct.pack(">IH", 8, 1)
    tiff += struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0) + struct.pack(">I", 0)
    body = b"Exif\x00\x00" + tiff
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body


def with_orientation(jpeg: bytes, orientation: int) -> bytes:
    """The JPEG without its APP0 blocks, with the EXIF block straight after SOI."""
    if jpeg[:2] != b"\xff\xd8":
        raise ValueError("not a JPEG")
    at = 2
    while jpeg[at : at + 2] == b"\xff\xe0":
        at += 2 + struct.unpack(">H", jpeg[at + 2 : at + 4])[0]
    return jpeg[:2] + exif_segment(orientation) + jpeg[at:]


if __name__ == "__main__":
    source, target, orientation = sys.argv[1], sys.argv[2], int(sys.argv[3])
    if not 1 <= orientation <= 8:
        raise SystemExit("exif.py: an orientation is 1 to 8")
    with open(source, "rb") as file:
        jpeg = file.read()
    with open(target, "wb") as file:
        file.write(with_orientation(jpeg, orientation))
