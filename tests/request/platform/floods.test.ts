import { crc32 } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { hashesAtOnce, hashesWaiting, hashPassword } from "#app/domain/accounts/password.server.ts";
import { squareOf } from "#app/domain/accounts/profile/picture.server.ts";
import { goodPassword, join } from "#tests/support/identity.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();

const outcomes = async (work: Promise<unknown>[]) => {
  const all = await Promise.allSettled(work);
  const refused = all.filter((one) => one.status === "rejected");
  for (const { reason } of refused)
    expect(reason).toMatchObject({ kind: "unavailable", code: "server.busy", retryAfterSeconds: 5 });
  return { done: all.length - refused.length, refused: refused.length };
};

describe("a flood of pictures", () => {
  const small = () =>
    sharp({ create: { width: 10, height: 10, channels: 3, background: "#0a7" } })
      .png()
      .toBuffer();

  it("is processed one by one, with a short queue, and the rest is asked to retry", async () => {
    const bytes = await small();
    expect(await outcomes(Array.from({ length: 30 }, () => squareOf("usr_flood", bytes)))).toEqual({
      done: 9,
      refused: 21,
    });
    expect((await squareOf("usr_flood", bytes)).width).toBe(256);
  });

  /** The head of a PNG with four channels: it is checked before anything is decompressed. */
  function headOf({ side, bits, interlaced }: { side: number; bits: 8 | 16; interlaced: boolean }): Buffer {
    const header = Buffer.from(`49484452${"00".repeat(13)}`, "hex");
    header.writeUInt32BE(side, 4);
    header.writeUInt32BE(side, 8);
    header.set([bits, 6, 0, 0, interlaced ? 1 : 0], 12);
    const chunk = (content: Buffer) => {
      const frame = Buffer.alloc(content.length + 8);
      frame.writeUInt32BE(content.length - 4, 0);
      content.copy(frame, 4);
      frame.writeUInt32BE(crc32(content), content.length + 4);
      return frame;
    };
    return Buffer.concat([
      Buffer.from("89504e470d0a1a0a", "hex"),
      chunk(header),
      chunk(Buffer.from("IDAT")),
      Buffer.alloc(200),
    ]);
  }

  it.each([
    ["7,070 × 7,070 with 16 bits", { side: 7070, bits: 16, interlaced: false }, "too_many_pixels"],
    ["3,600 × 3,600 with 16 bits", { side: 3600, bits: 16, interlaced: false }, "too_many_pixels"],
    ["2,100 × 2,100 interlaced", { side: 2100, bits: 8, interlaced: true }, "too_many_pixels"],
    [
      "4,900 × 4,900 with 8 bits, which breaks off",
      { side: 4900, bits: 8, interlaced: false },
      "not_a_picture",
    ],
  ] as const)("has no part in a picture of %s", async (_, head, code) => {
    await expect(squareOf("usr_flood", headOf(head))).rejects.toMatchObject({
      code: `profile_picture.${code}`,
    });
  });
});

// Hundreds of hashes take time on a busy machine.
describe("a flood of sign-ins", () => {
  it("leaves a core free: few passwords are checked at once, some wait, and the rest is asked to retry", async () => {
    const places = hashesAtOnce + hashesWaiting;
    const hashes = Array.from({ length: places + 20 }, () => hashPassword(goodPassword));
    expect(await outcomes(hashes)).toEqual({ done: places, refused: 20 });
  });

  it("does not use up the attempts of those turned away", async () => {
    await join(platform, "turned-away@duka.test");
    const signIn = () =>
      platform.request("POST /auth/signin", { email: "turned-away@duka.test", password: goodPassword });
    let isOver = false;
    const keepBusy = async (): Promise<void> => {
      while (!isOver) await hashPassword(goodPassword);
    };
    const flood = Array.from({ length: hashesAtOnce + hashesWaiting }, keepBusy);
    for (let attempt = 1; attempt <= 12; attempt++) {
      const answer = await signIn();
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    }
    isOver = true;
    await Promise.all(flood);
    expect((await signIn()).status).toBe(200);
  });

  it("from the many networks of one tunnel is counted together", async () => {
    const answers = new Map<number, number>();
    for (let network = 0; network < 501; network++) {
      const answer = await platform.api.fetch(
        new Request("http://localhost:4000/api/auth/forgot-password", {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "x-client-address": `2001:db8:1:${network.toString(16)}::1`,
          },
          body: JSON.stringify({ email: `nobody${network}@duka.test` }),
        }),
      );
      answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
    }
    expect(Object.fromEntries(answers)).toEqual({ 200: 500, 429: 1 });
  });
});
