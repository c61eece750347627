import { describe, expect, it } from "vitest";
import { readImageHeader } from "./imageHeader.ts";

/** Smallest files of each kind, as encoders write them; the size of each is in its name. */
const files = {
  "PNG 3 × 2": "89504e470d0a1a0a0000000d4948445200000003000000020802000000",
  "JPEG 640 × 480, after EXIF and a fill byte":
    "ffd8ffe10008457869660000ffffc00011080 1e00280030122000211010311 01".replaceAll(" ", ""),
  "progressive JPEG 16 × 9": "ffd8ffe000104a46494600010100000100010000ffc2000b08000900100101110 0".replaceAll(
    " ",
    "",
  ),
  "lossy WebP 320 × 200": "524946462400000057454250565038201800000030010 09d012a4001c800".replaceAll(" ", ""),
  "lossless WebP 100 × 50": "524946462400000057454250565038 4c180000002f63400c0000".replaceAll(" ", ""),
  "extended WebP 2000 × 1000": "52494646240000005745425056503858 0a00000000000000cf0700e70300".replaceAll(
    " ",
    "",
  ),
};

describe("the header of a picture", () => {
  it.each(Object.entries(files))("of a %s tells type and size", (name, hex) => {
    const [, width, height] = /(\d+) × (\d+)/.exec(name)!;
    const kind = /PNG|JPEG|WebP/.exec(name)![0].toLowerCase();
    expect(readImageHeader(Buffer.from(hex, "hex"))).toEqual({
      contentType: `image/${kind}`,
      width: Number(width),
      height: Number(height),
    });
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ["a GIF", Buffer.from("GIF89a\u0001\u0000\u0001\u0000")],
    ["a web page that begins like a JPEG", Buffer.from("ffd8ff3c68746d6c3e", "hex")],
    ["a JPEG without a frame", Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex")],
    ["a WebP of an unknown kind", Buffer.from("RIFF\u0000\u0000\u0000\u0000WEBPABCD")],
  ])("%s has none", (_, bytes) => {
    expect(readImageHeader(bytes)).toBeUndefined();
  });

  it.each(Object.entries(files))("of a %s that is cut off anywhere is none, or the same", (_, hex) => {
    const bytes = Buffer.from(hex, "hex");
    const whole = readImageHeader(bytes);
    for (let length = 0; length < bytes.length; length++)
      expect([undefined, whole]).toContainEqual(readImageHeader(bytes.subarray(0, length)));
  });
});
