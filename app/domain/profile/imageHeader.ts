/** What the first bytes of a picture say of it. */
export interface ImageHeader {
  contentType: "image/png" | "image/jpeg" | "image/webp";
  /** Pixels. */
  width: number;
  height: number;
}

/** Reads type and size from the bytes themselves; a name or a declared type counts for nothing. Undefined: none of the three. */
export function readImageHeader(bytes: Buffer): ImageHeader | undefined {
  try {
    return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
  } catch (error) {
    // The bytes end before the header does.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const pngSignature = Buffer.from("89504e470d0a1a0a", "hex");

function readPng(bytes: Buffer): ImageHeader | undefined {
  if (!bytes.subarray(0, 8).equals(pngSignature) || textAt(bytes, 12, 4) !== "IHDR") return undefined;
  return { contentType: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Start-of-frame markers, which carry the size; C4, C8 and CC are something else. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at < bytes.length) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1; // a fill byte
      continue;
    }
    if (isFrame(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return { contentType: "image/jpeg", width, height };
    }
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
}

function readWebp(bytes: Buffer): ImageHeader | undefined {
  if (textAt(bytes, 0, 4) !== "RIFF" || textAt(bytes, 8, 4) !== "WEBP") return undefined;
  const contentType = "image/webp";
  switch (textAt(bytes, 12, 4)) {
    case "VP8 ":
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return undefined;
      return {
        contentType,
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
      };
    case "VP8L": {
      if (bytes.readUInt8(20) !== 0x2f) return undefined;
      const bits = bytes.readUInt32LE(21);
      return { contentType, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { contentType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

const textAt = (bytes: Buffer, at: number, length: number) => bytes.toString("latin1", at, at + length);
