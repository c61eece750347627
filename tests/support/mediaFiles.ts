import sharp from "sharp";

/** Small files of every kind, made here. */
export const picture = (width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: "#2a7" } })
    .jpeg()
    .toBuffer();

export const pdf = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
export const program = Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)]);
export const voice = Buffer.concat([
  Buffer.from("OggS\0\x02"),
  Buffer.alloc(22),
  Buffer.from("OpusHead"),
  Buffer.alloc(100),
]);

/** The head of a PNG that claims a size, without content. */
export function hugePng(width: number, height: number): Buffer {
  const head = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const ihdr = Buffer.concat([Buffer.from("IHDR"), size, Buffer.from("0802000000", "hex")]);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(ihdr));
  const idat = Buffer.from("0000000a49444154789c6360000000020001", "hex");
  return Buffer.concat([head.subarray(0, 12), ihdr, crc, idat]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
