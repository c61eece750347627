import { type OpusRecording, readHead, samplesOf, writeHead } from "./opus.ts";

/** The checksum of Ogg pages (RFC 3533 §6): polynomial 0x04c11db7, nothing mirrored. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

function checksum(page: Buffer): number {
  let sum = 0;
  for (const byte of page) sum = ((sum << 8) ^ table[((sum >>> 24) ^ byte) & 0xff]!) >>> 0;
  return sum;
}

const flags = { continued: 1, first: 2, last: 4 };
const mostSegments = 255;
/** A page holds at most a second, as RFC 7845 §3 advises. */
const pageSamples = 48_000;

/** How many segments a packet takes. */
const segmentsOf = (packet: Buffer) => Math.floor(packet.length / 255) + 1;

function pageOf(
  packets: readonly Buffer[],
  place: { type: number; samples: number; number: number },
): Buffer {
  const lacing = packets.flatMap((packet) => [
    ...Array.from({ length: segmentsOf(packet) - 1 }, () => 255),
    packet.length % 255,
  ]);
  const header = Buffer.alloc(27 + lacing.length);
  header.write("OggS", "latin1");
  header.writeUInt8(place.type, 5);
  header.writeBigInt64LE(BigInt(place.samples), 6);
  header.writeUInt32LE(1, 14);
  header.writeUInt32LE(place.number, 18);
  header.writeUInt8(lacing.length, 26);
  header.set(lacing, 27);
  const page = Buffer.concat([header, ...packets]);
  page.writeUInt32LE(checksum(page), 22);
  return page;
}

const vendor = Buffer.from("Tarishi");
const tags = Buffer.concat([
  Buffer.from("OpusTags"),
  Buffer.from([vendor.length, 0, 0, 0]),
  vendor,
  Buffer.from([0, 0, 0, 0]),
]);

/** The recording as an Ogg file for one channel (RFC 7845), its packets as they are. */
export function writeOgg(recording: OpusRecording): Buffer {
  const pages = [
    pageOf([writeHead(recording)], { type: flags.first, samples: 0, number: 0 }),
    pageOf([tags], { type: 0, samples: 0, number: 1 }),
  ];
  let samples = 0;
  let waiting = { packets: [] as Buffer[], segments: 0, samples: 0 };
  const flush = (type: number) => {
    pages.push(pageOf(waiting.packets, { type, samples, number: pages.length }));
    waiting = { packets: [], segments: 0, samples: 0 };
  };
  for (const packet of recording.packets) {
    const segments = segmentsOf(packet);
    if (waiting.segments + segments > mostSegments || waiting.samples >= pageSamples) flush(0);
    samples += samplesOf(packet);
    waiting.packets.push(packet);
    waiting.segments += segments;
    waiting.samples += samplesOf(packet);
  }
  flush(flags.last);
  return Buffer.concat(pages);
}

/** The recording in an Ogg file; undefined where it holds anything but Opus. One that breaks off gives what is whole. */
export function readOgg(bytes: Buffer): OpusRecording | undefined {
  const packets: Buffer[] = [];
  let begun: Buffer[] = [];
  for (let at = 0; at + 27 <= bytes.length && bytes.toString("latin1", at, at + 4) === "OggS"; ) {
    const lacing = bytes.subarray(at + 27, at + 27 + bytes[at + 26]!);
    let from = at + 27 + lacing.length;
    for (const length of lacing) {
      begun.push(bytes.subarray(from, from + length));
      from += length;
      if (length === 255) continue;
      packets.push(Buffer.concat(begun));
      begun = [];
    }
    if (from > bytes.length) {
      packets.pop();
      break;
    }
    at = from;
  }
  const [first, , ...rest] = packets;
  const head = first && readHead(first);
  return head && rest.length > 0 ? { ...head, packets: rest } : undefined;
}
