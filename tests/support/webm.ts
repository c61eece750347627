import { writeHead } from "#app/domain/messaging/media/voice/opus.ts";

/** Silent Opus packets of 20 ms each: CELT, one frame. */
export const opusPackets = (count: number): Buffer[] =>
  Array.from({ length: count }, (_, n) => Buffer.alloc(40 + n * 5, n & 0xff).fill(0xf8, 0, 1));

export const opusHead = { preSkip: 312, inputRate: 48_000, gain: 0 };

const size = (length: number) => Buffer.from([0x10 | (length >> 24), length >> 16, length >> 8, length]);
const element = (id: string, content: Buffer) =>
  Buffer.concat([Buffer.from(id, "hex"), size(content.length), content]);
/** As browsers write it while they record: the length of segment and cluster is not known yet. */
const endless = (id: string, content: Buffer) =>
  Buffer.concat([Buffer.from(id, "hex"), Buffer.from("01ffffffffffffff", "hex"), content]);
const trackOf = (codec: string) =>
  element(
    "ae",
    Buffer.concat([
      element("d7", Buffer.from([1])),
      element("86", Buffer.from(codec)),
      element("63a2", writeHead(opusHead)),
    ]),
  );
const block = (packet: Buffer) => element("a3", Buffer.concat([Buffer.from([0x81, 0, 0, 0x80]), packet]));

/** A recording of a browser with tracks of these codecs. */
export function webmOf(packets: readonly Buffer[], codecs: readonly string[] = ["A_OPUS"]): Buffer {
  const middle = Math.ceil(packets.length / 2);
  const clusters = [packets.slice(0, middle), packets.slice(middle)];
  return Buffer.concat([
    element("1a45dfa3", element("4282", Buffer.from("webm"))),
    endless(
      "18538067",
      Buffer.concat([
        element("1654ae6b", Buffer.concat(codecs.map(trackOf))),
        ...clusters.map((cluster) => endless("1f43b675", Buffer.concat(cluster.map(block)))),
      ]),
    ),
  ]);
}
