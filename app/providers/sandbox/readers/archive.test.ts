import { describe, expect, it } from "vitest";
import { wordParts, zipBomb, zipOf, zipPart } from "#tests/support/hostileFiles.ts";
import { plainArchive, readArchive } from "./archive.ts";

const limit = 1024 * 1024;
const parts = [zipPart("a.xml", "<a/>"), zipPart("b/c.xml", "hello".repeat(1000))];
const contents = [
  { name: "a.xml", bytes: Buffer.from("<a/>") },
  { name: "b/c.xml", bytes: Buffer.from("hello".repeat(1000)) },
];
const withByte = (zip: Buffer, at: number, value: number) => {
  const changed = Buffer.from(zip);
  changed[at < 0 ? zip.length + at : at] = value;
  return changed;
};

describe("an archive", () => {
  it("is read with its parts in order, and identically from its uncompressed copy", () => {
    const read = readArchive(zipOf(parts), limit);
    expect(read).toEqual(contents);
    expect(readArchive(plainArchive(read), limit)).toEqual(contents);
  });

  it("may end with a comment", () => {
    const zip = Buffer.concat([withByte(zipOf(parts), -2, 5), Buffer.from("hello")]);
    expect(readArchive(zip, limit)).toEqual(contents);
  });

  it.each([
    ["counts fewer entries on this disk than in all", zipOf(parts, [0, 2])],
    ["counts fewer entries in all than on this disk", zipOf(parts, [2, 0])],
    ["counts fewer entries than it lists", zipOf(parts, [1, 1])],
    ["counts more entries than it lists", zipOf(parts, [3, 3])],
    ["goes on behind its end", Buffer.concat([zipOf(parts), Buffer.from("x")])],
    ["begins behind other bytes", Buffer.concat([Buffer.from("x"), zipOf(parts)])],
    ["has two parts of one name", zipOf([parts[0]!, parts[0]!])],
    ["lists one part as two", zipOf([...parts, { ...parts[1]!, at: 0 }])],
    [
      "has parts that overlap",
      zipOf([
        { ...parts[0]!, packed: zipOf(parts) },
        { ...parts[0]!, at: 35 },
      ]),
    ],
    ["calls a part otherwise where it lies", withByte(zipOf(parts), 30, 0x62)],
    ["is encrypted", withByte(zipOf([parts[0]!]), -22 - 51 + 8, 1)],
    ["is packed in another way", withByte(zipOf([parts[0]!]), -22 - 51 + 10, 12)],
    ["ends early", zipOf(parts).subarray(0, -30)],
    ["is empty", Buffer.alloc(0)],
  ])("that %s is refused", (_, zip) => {
    expect(() => readArchive(zip, limit)).toThrow(expect.objectContaining({ code: "unreadable" }));
  });

  it("that claims a wrong size is counted by its unpacked size", () => {
    const bomb = zipOf(wordParts(zipBomb("word/document.xml", "a", 300)));
    const before = process.memoryUsage().arrayBuffers;
    expect(() => readArchive(bomb, limit)).toThrow(expect.objectContaining({ code: "unpacks_too_large" }));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * limit);
  });

  it("whose parts are too large together is refused", () => {
    const zip = zipOf(["a", "b", "c"].map((name) => zipPart(name, "x".repeat(limit / 2))));
    expect(() => readArchive(zip, limit)).toThrow(expect.objectContaining({ code: "unpacks_too_large" }));
  });
});
