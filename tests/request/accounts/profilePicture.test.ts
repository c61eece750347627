import { crc32 } from "node:zlib";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { userPictures } from "#app/db/schema/accounts/users.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { entriesOf } from "#tests/support/entries.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: "#0a7" } })
    .png()
    .toBuffer();

/** A PNG header that claims this size, without pixels, of the given length. */
function hollow(width: number, height: number, bytes = 200): Buffer {
  const header = Buffer.from(`49484452${"00".repeat(8)}0802000000`, "hex");
  header.writeUInt32BE(width, 4);
  header.writeUInt32BE(height, 8);
  const chunk = (content: Buffer) => {
    const frame = Buffer.alloc(content.length + 8);
    frame.writeUInt32BE(content.length - 4, 0);
    content.copy(frame, 4);
    frame.writeUInt32BE(crc32(content), content.length + 4);
    return frame;
  };
  const file = Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk(header),
    chunk(Buffer.from("IDAT")),
  ]);
  return Buffer.concat([file, Buffer.alloc(bytes - file.length)]);
}

/** Posts as the browser's form does. */
const post = (as: TestOrg, body: BodyInit) =>
  platform.api.fetch(
    new Request("http://localhost:4000/api/profile/picture", {
      method: "POST",
      body,
      headers: { cookie: as.cookie, "sec-fetch-site": "same-origin", "x-client-address": "10.0.0.1" },
    }),
  );

function upload(as: TestOrg, bytes: Buffer | string, name = "me.png", type = "image/png") {
  const form = new FormData();
  form.set("picture", new Blob([bytes as BlobPart], { type }), name);
  return post(as, form);
}

const avatarOf = async (as: TestOrg) => (await platform.call("GET /auth/me", {}, as)).user.avatar;
const pictureOf = (avatar: string | null) => ({ picture: avatar!.replace("/avatar?picture=", "") });

describe("a profile picture", () => {
  it("is served as a small square without camera metadata, cacheable, and runs no script", async () => {
    const org = await platform.createOrg();
    expect(await avatarOf(org)).toBeNull();
    // A phone held upright: blue is at the top, but stored on the left.
    const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: "#d00" } })
      .composite([
        {
          input: { create: { width: 2000, height: 3000, channels: 3, background: "#00d" } },
          left: 0,
          top: 0,
        },
      ])
      .withExif({ IFD3: { GPSLatitudeRef: "S", GPSLatitude: "1/1 17/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await upload(org, photo, "me.jpg", "image/jpeg")).status).toBe(200);
    const avatar = await avatarOf(org);
    expect(avatar).toMatch(/^\/avatar\?picture=pic_\w+$/);
    const shown = await platform.request("GET /pictures", pictureOf(avatar), org);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect(bytes.length).toBeLessThan(10_000);
    const { width, height, exif, orientation } = await sharp(bytes).metadata();
    expect({ width, height, exif, orientation }).toEqual({ width: 256, height: 256 });
    const top = sharp(bytes).extract({ left: 0, top: 0, width: 256, height: 100 }).resize(1, 1);
    const [red, , blue] = await top.raw().toBuffer();
    expect(blue).toBeGreaterThan(red!);
  });

  it("replaces the one before, under another address", async () => {
    const org = await platform.createOrg();
    await upload(org, await png(10, 10));
    const before = await avatarOf(org);
    await upload(org, await png(20, 20));
    const after = await avatarOf(org);
    expect(after).not.toBe(before);
    expect((await platform.request("GET /pictures", pictureOf(before), org)).status).toBe(404);
    const kept = await platform.services.db.withSystem((tx) =>
      tx.select({ id: userPictures.id }).from(userPictures).where(eq(userPictures.userId, org.userId)),
    );
    expect(kept).toEqual([{ id: pictureOf(after).picture }]);
  });

  it("is deleted by the remove button, which may be pressed twice and logs once", async () => {
    const org = await platform.createOrg();
    await upload(org, await png(10, 10));
    await platform.call("DELETE /profile/picture", {}, org);
    await platform.call("DELETE /profile/picture", {}, org);
    expect(await avatarOf(org)).toBeNull();
    const entries = await entriesOf(platform, org.orgId);
    expect(entries.map(({ action }) => action).sort()).toEqual([
      "Profile picture changed",
      "Profile picture removed",
    ]);
  });

  it.each([
    ["nothing", "", 400, "missing"],
    ["an SVG that is called a PNG", "<svg onload='alert(1)'/>", 400, "not_a_picture"],
    ["a picture of 0 pixels", hollow(0, 10), 400, "not_a_picture"],
    ["one that unfolds to 100 megapixels", hollow(10_000, 10_000), 400, "too_many_pixels"],
    ["a picture that breaks off", hollow(10, 10), 400, "not_a_picture"],
    ["one larger than 10 MB", hollow(10, 10, 10 * 1024 * 1024 + 1), 413, "too_large"],
    ["one that is far too large", hollow(10, 10, 15 * 1024 * 1024), 413, "too_large"],
  ])("refuses %s, and keeps the one before", async (_, bytes, status, code) => {
    const org = await platform.createOrg();
    await upload(org, await png(10, 10));
    const before = await avatarOf(org);
    const response = await upload(org, bytes);
    const body = (await response.json()) as { code: string; fields: Record<string, string> };
    expect({ status: response.status, code: body.code }).toEqual({ status, code: `profile_picture.${code}` });
    expect(body.fields.picture).toBeTruthy();
    expect(await avatarOf(org)).toBe(before);
  });

  it("refuses a form without a picture, and a body that is no form", async () => {
    const org = await platform.createOrg();
    const form = new FormData();
    form.set("picture", "me.png");
    for (const body of [form, "{}"]) expect((await post(org, body)).status).toBe(400);
  });

  it("is visible to colleagues only", async () => {
    const org = await platform.createOrg();
    const colleague = await platform.createOrg("Another shop of the colleague");
    const stranger = await platform.createOrg("Shop of others");
    await upload(org, await png(10, 10));
    const picture = pictureOf(await avatarOf(org));
    expect((await platform.request("GET /pictures", picture, stranger)).status).toBe(404);
    expect((await platform.request("GET /pictures", picture)).status).toBe(401);
    await platform.services.db.withSystem((tx) =>
      tx.insert(members).values({ orgId: colleague.orgId, userId: org.userId, role: "agent" }),
    );
    expect((await platform.request("GET /pictures", picture, colleague)).status).toBe(200);
    const { members: listed } = await platform.call("GET /members", {}, colleague);
    expect(listed.find((member) => member.id === org.userId)?.avatar).toBe(
      `/avatar?picture=${picture.picture}`,
    );
  });
});
