import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { lockLedger } from "#app/domain/money/lock.server.ts";
import { createKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { everything } from "#app/domain/organisations/apiKeys/words.ts";
import type { Purpose } from "#app/platform/config/databaseLimits.ts";
import { newId } from "#app/platform/ids.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { connectWhatsapp, fillWallet } from "#tests/support/sending.ts";

const platform = setUpPlatform();

/** An organisation whose systems may send, with money for it. */
async function sendingShop() {
  const org = await platform.createOrg();
  await connectWhatsapp(platform, org);
  await fillWallet(platform, org, 1000);
  const settings = { name: "Shop", mode: "live" as const, scopes: [everything], expiresAt: null };
  const { key } = await createKey({ ctx: org.ctx, input: settings });
  const ask = async (path: string, body?: object, once?: string) => {
    const headers = {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      ...(once ? { "idempotency-key": once } : {}),
    };
    const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
    const answer = await platform.api.fetch(new Request(`http://localhost:4000/api/v1${path}`, init));
    const { code } = (await answer.json()) as { code?: string };
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), code };
  };
  const send = (n: number) =>
    ask("/messages", { to: `+2547123${10_000 + n}`, template: "order_ready" }, `order-${n}`);
  const stored = () =>
    platform.services.db.withOrg(org.orgId, (tx) =>
      tx
        .select({ recipient: messages.recipient })
        .from(messages)
        .where(and(eq(messages.orgId, org.orgId), eq(messages.direction, "out"))),
    );
  return { org, ask, send, stored };
}

const busy = { status: 503, retryAfter: "5", code: "server.busy" };

/** Holds every connection of a pool while `work` runs. */
async function withoutConnections(purpose: Purpose, work: () => Promise<void>): Promise<void> {
  const { tenant, system } = platform.services.db.for(purpose);
  const taken = await Promise.all(
    [tenant, system].flatMap((pool) => Array.from({ length: pool.options.max }, () => pool.connect())),
  );
  await work().finally(() => {
    for (const client of taken) client.release();
  });
}

describe("when all connections are in use", () => {
  it("of the API, callers are asked to retry, and screens still work", async () => {
    const { org, ask } = await sendingShop();
    await withoutConnections("api", async () => {
      const reply = ask("/messages");
      expect((await platform.request("GET /contacts", {}, org)).status).toBe(200);
      expect(await reply).toEqual(busy);
    });
    expect((await ask("/messages")).status).toBe(200);
  });

  it("of the screens, visitors are asked to retry, and the API still works", async () => {
    const { org, ask } = await sendingShop();
    await withoutConnections("pages", async () => {
      const page = platform.request("GET /contacts", {}, org);
      expect((await ask("/messages")).status).toBe(200);
      const answer = await page;
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
      expect(await answer.json()).toMatchObject({ code: "server.busy" });
    });
  });
});

describe("while the ledger of an organisation is locked", () => {
  it("its sends wait or are asked to retry, others continue, and each is sent once", async () => {
    const [ours, other] = [await sendingShop(), await sendingShop()];
    const numbers = Array.from({ length: 30 }, (_, n) => n);
    let answers: ReturnType<typeof ours.send>[] = [];
    await platform.services.db.withSystem(async (tx) => {
      await lockLedger(tx, ours.org.orgId);
      answers = numbers.map(ours.send);
      expect((await other.send(0)).status).toBe(202);
      // Until those in the queue have timed out.
      await expect(Promise.any(answers)).resolves.toEqual(busy);
    });
    const first = await Promise.all(answers);
    const taken = first.filter(({ status }) => status === 202);
    expect(taken.length).toBeGreaterThan(0);
    expect(first.filter(({ status }) => status !== 202)).toEqual(Array(30 - taken.length).fill(busy));
    expect(await ours.stored()).toHaveLength(taken.length);
    const again = await Promise.all(numbers.map(ours.send));
    expect(again.map(({ status }) => status)).toEqual(numbers.map(() => 202));
    const stored = await ours.stored();
    expect(new Set(stored.map(({ recipient }) => recipient)).size).toBe(30);
    expect(stored).toHaveLength(30);
  });
});

it("a send refused because of a locked row can be retried at once with its key", async () => {
  const { org, send, stored } = await sendingShop();
  await platform.services.db.withOrg(org.orgId, (tx) =>
    tx.insert(contacts).values({ orgId: org.orgId, id: newId("con"), phone: "+254712310000" }),
  );
  await platform.services.db.withSystem(async (tx) => {
    await tx.select().from(contacts).where(eq(contacts.orgId, org.orgId)).for("update");
    expect(await send(0)).toEqual(busy);
  });
  expect((await send(0)).status).toBe(202);
  expect((await send(0)).status).toBe(202);
  expect(await stored()).toHaveLength(1);
});
