import { type OpusRecording, readHead } from "./opus.ts";

/** The WebM elements (RFC 9559) that are read; all others are skipped. */
const insides = new Set([0x18538067, 0x1654ae6b, 0xae, 0x1f43b675, 0xa0]);
const ids = { track: 0xae, codec: 0x86, codecPrivate: 0x63a2, simpleBlock: 0xa3, block: 0xa1 };

interface Element {
  id: number;
  /** Where what it holds begins and ends; of one of unknown size the end is not known. */
  start: number;
  end: number | undefined;
}

/** A number whose length its first byte gives; undefined after the end. `keep`: its marker is part of it. */
function readNumber(bytes: Buffer, at: number, keep: boolean) {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > bytes.length) return undefined;
  let value = keep ? first : first & (0xff >> length);
  let isUnknown = (first & (0xff >> length)) === 0xff >> length;
  for (const byte of bytes.subarray(at + 1, at + length)) {
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value, length, isUnknown };
}

function readElement(bytes: Buffer, at: number): Element | undefined {
  const id = readNumber(bytes, at, true);
  const size = id && readNumber(bytes, at + id.length, false);
  if (!id || !size) return undefined;
  const start = at + id.length + size.length;
  return { id: id.value, start, end: size.isUnknown ? undefined : start + size.value };
}

/** The packet of a block; undefined where several are laced into one. */
function packetOf(block: Buffer): Buffer | undefined {
  const track = readNumber(block, 0, false);
  const flags = track && block[track.length + 2];
  return flags === undefined || (flags & 0x06) !== 0 ? undefined : block.subarray(track!.length + 3);
}

/**
 * The Opus of a WebM recording as browsers make it: one track, and nothing else in it. Undefined for every other file. A
 * recording that breaks off gives what is whole.
 */
export function readWebm(bytes: Buffer): OpusRecording | undefined {
  const packets: Buffer[] = [];
  let tracks = 0;
  let codec = "";
  let head: Omit<OpusRecording, "packets"> | undefined;
  for (let at = 0; at < bytes.length; ) {
    const element = readElement(bytes, at);
    if (!element) break;
    const { id, start, end } = element;
    if (id === ids.track) tracks += 1;
    if (insides.has(id)) {
      at = start;
      continue;
    }
    if (end === undefined) return undefined;
    if (end > bytes.length) break;
    const content = bytes.subarray(start, end);
    if (id === ids.codec) codec = content.toString("latin1").replaceAll("\0", "");
    if (id === ids.codecPrivate) head = readHead(content);
    if (id === ids.simpleBlock || id === ids.block) {
      const packet = packetOf(content);
      if (!packet) return undefined;
      packets.push(packet);
    }
    at = end;
  }
  if (tracks !== 1 || codec !== "A_OPUS" || !head || packets.length === 0) return undefined;
  return { ...head, packets };
}
