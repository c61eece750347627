import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { closeDailyLedgers, closeLedgersLater } from "#app/domain/insights/dailyLedger/close.server.ts";
import {
  listDailyLedgers,
  openDailyLedger,
  publishDailyLedgers,
} from "#app/domain/insights/dailyLedger/queries.server.ts";
import { newId } from "#app/platform/ids.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";
import { tillShops } from "#tests/support/tillShops.ts";

const platform = setUpPaymentPlatform();
const { newShop } = tillShops(platform);
const folder = mkdtempSync(path.join(os.tmpdir(), "tarishi-ledger-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dayMs = 86_400_000;

type Shop = Awaited<ReturnType<typeof newShop>>;

/** A delivered message and a payment, now. */
async function trade(shop: Shop) {
  const at = platform.clock.now();
  await platform.services.db.withOrg(shop.org.orgId, (tx) =>
    tx.insert(messages).values({
      ...{ orgId: shop.org.orgId, id: newId("msg", at.getTime()), direction: "out", type: "text" },
      ...{ state: "delivered", phoneNumberId: shop.phoneNumberId, contactId: shop.contactId },
      ...{ recipient: shop.phone, body: "Karibu, tena", wamid: `wamid.${newId("msg")}` },
      ...{ acceptedAt: at, sentAt: at, deliveredAt: at, createdAt: at },
    }),
  );
  await shop.pay(250, "JUMA");
}

async function fileOf(shop: Shop, day: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await openDailyLedger(shop.org.ctx, day)) chunks.push(chunk as Buffer);
  const file = path.join(folder, `${shop.org.orgId}-${day}.csv`);
  writeFileSync(file, gunzipSync(Buffer.concat(chunks)));
  return file;
}

const program = path.join(import.meta.dirname, "../../../docs/verify.mjs");

/** What the program says, and its exit code. */
const verify = (...args: string[]) =>
  promisify(execFile)(process.execPath, [program, ...args]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  );

/** A shop with two closed days. */
async function closedShop() {
  const shop = await newShop();
  await trade(shop);
  platform.clock.advance(dayMs);
  await trade(shop);
  platform.clock.advance(2 * dayMs);
  await closeDailyLedgers(shop.org.ctx);
  const list = () => listDailyLedgers({ ctx: shop.org.ctx as never, input: { cursor: "" } });
  const { ledgers } = await list();
  return { shop, list, ledgers };
}

describe("a daily ledger", () => {
  it("has every state and payment of its day, continues the day before, and is closed once", async () => {
    const { shop, list, ledgers } = await closedShop();
    expect(ledgers).toMatchObject([
      { messageRows: 3, paymentRows: 1 },
      { messageRows: expect.any(Number), paymentRows: 1 },
    ]);
    expect(await closeDailyLedgers(shop.org.ctx)).toEqual({ closed: [] });
    expect((await list()).ledgers).toEqual(ledgers);
    const files = [await fileOf(shop, ledgers[1]!.day), await fileOf(shop, ledgers[0]!.day)];
    const text = readFileSync(files[1]!, "utf8");
    for (const part of [",accepted,", ",sent,", ",delivered,", ",received,", ",25000,"])
      expect(text).toContain(part);
    expect(text).not.toContain("Karibu");
    expect(text).not.toContain(shop.phone.slice(1));
    expect(await verify(...files, "--root", ledgers[0]!.root)).toMatchObject({
      code: 0,
      said: expect.stringContaining("as published"),
    });
  });

  it("leaves the newest days open", async () => {
    const shop = await newShop();
    await trade(shop);
    platform.clock.advance(dayMs);
    expect(await closeDailyLedgers(shop.org.ctx)).toEqual({ closed: [] });
    expect((await closeLedgersLater(platform.services)).organisations).toBeGreaterThan(0);
  });

  it.each([
    ["changed", (lines: string[]) => lines.map((line, n) => (n === 2 ? line.replace("sent", "read") : line))],
    ["removed", (lines: string[]) => lines.filter((_, n) => n !== 2)],
    ["added", (lines: string[]) => [...lines.slice(0, 2), lines[1]!, ...lines.slice(2)]],
    ["moved", (lines: string[]) => [lines[0]!, lines[2]!, lines[1]!, ...lines.slice(3)]],
    ["cut off", (lines: string[]) => lines.slice(0, -2)],
  ])("shows that a row was %s", async (_, change) => {
    const { shop, ledgers } = await closedShop();
    const file = await fileOf(shop, ledgers[0]!.day);
    writeFileSync(file, change(readFileSync(file, "utf8").split("\n")).join("\n"));
    expect(await verify(file)).toMatchObject({ code: 1 });
  });

  it("names the first changed row, and a file that was written again differs from the published root", async () => {
    const { shop, ledgers } = await closedShop();
    const file = await fileOf(shop, ledgers[0]!.day);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(",25000,", ",99000,"));
    const { said } = await verify(file);
    expect(said).toContain("row 4 was changed");
    expect(said).toContain(",99000,");
    writeFileSync(file, text);
    expect(await verify(file, "--root", "0".repeat(64))).toMatchObject({ code: 1 });
    expect(await verify(path.join(folder, "missing.csv"))).toMatchObject({ code: 2 });
  });

  it("is not another organisation's, and its roots are public only when published", async () => {
    const { shop, ledgers } = await closedShop();
    const other = await newShop();
    await expect(openDailyLedger(other.org.ctx, ledgers[0]!.day)).rejects.toMatchObject({
      code: "daily_ledger.not_found",
    });
    const shown = () => platform.request("GET /site/daily-ledgers", { orgId: shop.org.orgId, cursor: "" });
    const before = await shown();
    expect(before.status).toBe(404);
    await publishDailyLedgers({ ctx: shop.org.ctx, input: { isPublic: true } });
    expect(await (await shown()).json()).toMatchObject({ ledgers: [{ root: ledgers[0]!.root }, {}] });
  });
});
