/** A recording with Opus, apart from the container that it came in: what RFC 7845 calls its header, and its packets. */
export interface OpusRecording {
  /** How often 48,000 a second the decoder's first samples are thrown away. */
  preSkip: number;
  inputRate: number;
  gain: number;
  packets: Buffer[];
}

const silk = [480, 960, 1920, 2880] as const;
const hybrid = [480, 960] as const;
const celt = [120, 240, 480, 960] as const;

/** How many samples (48,000 a second) a packet holds (RFC 6716 §3.1); 0 for one that is none. */
export function samplesOf(packet: Buffer): number {
  const toc = packet[0];
  if (toc === undefined) return 0;
  const config = toc >> 3;
  const frame = config < 12 ? silk[config & 3]! : config < 16 ? hybrid[config & 1]! : celt[config & 3]!;
  const code = toc & 3;
  const frames = code === 0 ? 1 : code === 3 ? (packet[1] ?? 0) & 0x3f : 2;
  return frame * frames;
}

/** Reads an `OpusHead`; undefined for one of more than two channels, or of another version. */
export function readHead(head: Buffer): Omit<OpusRecording, "packets"> | undefined {
  if (head.length < 19 || head.toString("latin1", 0, 8) !== "OpusHead") return undefined;
  const [version = 255, channels = 0] = head.subarray(8);
  if (version >> 4 !== 0 || channels < 1 || channels > 2 || head[18] !== 0) return undefined;
  return { preSkip: head.readUInt16LE(10), inputRate: head.readUInt32LE(12), gain: head.readInt16LE(16) };
}

/** An `OpusHead` for one channel, which WhatsApp wants: a decoder mixes packets of two channels into it. */
export function writeHead({ preSkip, inputRate, gain }: Omit<OpusRecording, "packets">): Buffer {
  const head = Buffer.alloc(19);
  head.write("OpusHead", "latin1");
  head.writeUInt8(1, 8);
  head.writeUInt8(1, 9);
  head.writeUInt16LE(preSkip, 10);
  head.writeUInt32LE(inputRate, 12);
  head.writeInt16LE(gain, 16);
  return head;
}
