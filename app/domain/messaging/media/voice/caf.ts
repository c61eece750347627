import { type OpusRecording, samplesOf } from "./opus.ts";

function chunk(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(12);
  header.write(name, "latin1");
  header.writeBigInt64BE(BigInt(content.length), 4);
  return Buffer.concat([header, content]);
}

/** A number in groups of seven bits, the highest first. */
function packed(value: number): number[] {
  const groups = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) groups.unshift((rest & 0x7f) | 0x80);
  return groups;
}

/**
 * The recording in Apple's Core Audio Format, its packets as they are: iPhones play Opus in it, and older ones not in Ogg.
 */
export function writeCaf({ preSkip, packets }: OpusRecording): Buffer {
  const sizes = packets.map(samplesOf);
  const usual = sizes[0] ?? 960;
  const isEven = sizes.every((samples) => samples === usual);
  const total = sizes.reduce((sum, samples) => sum + samples, 0);
  const description = Buffer.alloc(32);
  description.writeDoubleBE(48_000, 0);
  description.write("opus", 8, "latin1");
  description.writeUInt32BE(isEven ? usual : 0, 20);
  description.writeUInt32BE(1, 24);
  const counts = Buffer.alloc(24);
  counts.writeBigInt64BE(BigInt(packets.length), 0);
  counts.writeBigInt64BE(BigInt(Math.max(0, total - preSkip)), 8);
  counts.writeInt32BE(preSkip, 16);
  const lengths = packets.flatMap((packet, index) => [
    ...packed(packet.length),
    ...(isEven ? [] : packed(sizes[index]!)),
  ]);
  return Buffer.concat([
    Buffer.from("caff\0\x01\0\0", "latin1"),
    chunk("desc", description),
    chunk("pakt", Buffer.concat([counts, Buffer.from(lengths)])),
    chunk("data", Buffer.concat([Buffer.alloc(4), ...packets])),
  ]);
}
