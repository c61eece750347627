import { describe, expect, it } from "vitest";
import { opusHead, opusPackets, webmOf } from "#tests/support/webm.ts";
import { writeCaf } from "./caf.ts";
import { readOgg, writeOgg } from "./ogg.ts";
import { samplesOf } from "./opus.ts";
import { readWebm } from "./webm.ts";

const packets = opusPackets(120);
const head = opusHead;

describe("a voice message", () => {
  const recorded = webmOf(packets);

  it("goes from WebM to Ogg with every packet as it was", () => {
    const read = readWebm(recorded)!;
    expect(read).toMatchObject(head);
    const ogg = writeOgg(read);
    const back = readOgg(ogg)!;
    expect(back).toMatchObject(head);
    expect(Buffer.concat(back.packets).equals(Buffer.concat(packets))).toBe(true);
    expect(back.packets.map(({ length }) => length)).toEqual(packets.map(({ length }) => length));
    // The last page is marked as such, and counts 2.4 seconds.
    const last = ogg.lastIndexOf("OggS");
    expect([ogg[last + 5], Number(ogg.readBigInt64LE(last + 6))]).toEqual([4, 120 * 960]);
  });

  it("that breaks off gives what is whole", () => {
    const broken = readWebm(recorded.subarray(0, recorded.length - 10))!;
    expect(broken.packets).toHaveLength(119);
    const ogg = writeOgg(broken);
    expect(readOgg(ogg.subarray(0, ogg.length - 10))!.packets).toHaveLength(118);
  });

  it("is nothing else: with a picture, another codec, or no WebM at all it is left alone", () => {
    expect(readWebm(webmOf(packets, ["A_OPUS", "V_VP8"]))).toBeUndefined();
    expect(readWebm(webmOf(packets, ["A_VORBIS"]))).toBeUndefined();
    expect(readWebm(Buffer.from("hello"))).toBeUndefined();
    expect(readWebm(Buffer.alloc(0))).toBeUndefined();
    expect(readOgg(Buffer.alloc(100))).toBeUndefined();
  });

  it("whatever bytes come, reading them ends", () => {
    for (let at = 0; at < recorded.length; at += 997) {
      const damaged = Buffer.from(recorded);
      damaged[at] = 0xff;
      readWebm(damaged);
      damaged.fill(0, at, at + 40);
      readWebm(damaged);
    }
    const ogg = writeOgg({ ...head, packets });
    for (let at = 0; at < ogg.length; at += 997)
      readOgg(Buffer.from(ogg).fill(0xff, at, Math.min(ogg.length, at + 30)));
  });

  it("has a copy for iPhones with the same packets", () => {
    const caf = writeCaf({ ...head, packets });
    expect(caf.toString("latin1", 0, 4)).toBe("caff");
    const data = caf.indexOf("data");
    expect(caf.subarray(data + 16).equals(Buffer.concat(packets))).toBe(true);
    const table = caf.indexOf("pakt") + 12;
    expect(Number(caf.readBigInt64BE(table))).toBe(120);
    expect(Number(caf.readBigInt64BE(table + 8))).toBe(120 * 960 - 312);
  });
});

it("the length of a packet follows from its first byte", () => {
  const of = (...bytes: number[]) => samplesOf(Buffer.from(bytes));
  expect([of(0x00), of(0x18), of(0x60), of(0xe0), of(0xf8), of(0xf9), of(0xfb, 0x03), of()]).toEqual([
    480, 2880, 480, 120, 960, 1920, 2880, 0,
  ]);
});
