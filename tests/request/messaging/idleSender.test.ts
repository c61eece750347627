import { createServer } from "node:http";
import type pg from "pg";
import { afterEach, expect, it, vi } from "vitest";
import { connect } from "#app/db/client.server.ts";
import { startSender } from "#app/domain/messaging/sender/sender.server.ts";
import { newId } from "#app/platform/ids.ts";
import { connectNumber, sendingCampaign, statesOf, until } from "#tests/support/campaign.ts";
import { createTestPlatform, onWallClock } from "#tests/support/platform.ts";
import { freePort } from "#tests/support/processes.ts";
import { setUp } from "#tests/support/setUp.ts";

const port = await freePort();
const platform = setUp(
  () => createTestPlatform({ graphUrl: `http://127.0.0.1:${port}` }),
  ({ close }) => close(),
);
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A Meta that accepts everything, and the times of its calls. */
async function startMeta(): Promise<number[]> {
  const requestedAt: number[] = [];
  const meta = createServer((request, response) => {
    requestedAt.push(performance.now());
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ messages: [{ id: `wamid.${Math.random()}` }] }));
    });
  });
  await new Promise<void>((resolve) => meta.listen(port, "127.0.0.1", resolve));
  ends.push(() => {
    meta.closeAllConnections();
    meta.close();
  });
  return requestedAt;
}

/** A sender, and the statements on its own connections. */
function watchedSender() {
  const statements: { name: string; at: number }[] = [];
  const db = connect(platform.services.db.url);
  const watch = (pool: pg.Pool) => {
    pool.on("connect", (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      vi.spyOn(client, "query").mockImplementation(((...args: unknown[]) => {
        const [statement] = args as [string | { name?: string; text: string }];
        const name = typeof statement === "string" ? statement : (statement.name ?? statement.text);
        statements.push({ name, at: performance.now() });
        return query(...args);
      }) as never);
    });
  };
  for (const purpose of ["sender", "holds"] as const) {
    watch(db.for(purpose).system);
    watch(db.for(purpose).tenant);
  }
  const running = startSender(onWallClock({ ...platform.services, db }));
  ends.push(
    () => db.close(),
    () => running.stop(),
  );
  return statements;
}

async function newNumber() {
  const org = await platform.createOrg();
  const phoneNumberId = String(Math.floor(Math.random() * 1e15));
  const account = { wabaId: `9${phoneNumberId}`, phoneNumberId, accessToken: "EAAtest" };
  return { orgId: org.orgId, ...(await connectNumber(platform.services, org.orgId, account)) };
}

it("an idle sender makes one statement in five seconds, and still sends a reply at once", async () => {
  const requestedAt = await startMeta();
  const { orgId, phoneNumberId } = await newNumber();
  const statements = watchedSender();
  // Statements before the listening connection is up do not count as idle.
  await until("it has become quiet", async () => {
    const last = statements.at(-1);
    return last && performance.now() - last.at > 1500 && statements.length >= 2;
  });
  const from = statements.length;
  await until("it has looked twice more", async () => statements.length >= from + 2);
  const lookups = statements.slice(from - 1);
  expect(lookups.map(({ name }) => name)).toEqual(lookups.map(() => "find-work"));
  for (const [at, lookup] of lookups.slice(1).entries())
    expect(lookup.at - lookups[at]!.at).toBeGreaterThanOrEqual(4900);

  const id = newId("msg");
  await platform.services.db.owner.query(
    `with reply as (
      insert into messages (org_id, id, direction, type, state, phone_number_id, recipient, body, due_at)
      values ($1, $2, 'out', 'text', 'queued', $3, '+254712345678', 'Karibu', now())
    ) select pg_notify('tarishi_sender', $3)`,
    [orgId, id, phoneNumberId],
  );
  const insertedAt = performance.now();
  await until("Meta has it", async () => requestedAt.length === 1);
  // Its next lookup is five seconds after the last.
  expect(requestedAt[0]! - insertedAt).toBeLessThan(4000);
  await until("the number is free again", async () => {
    const { rows } = await platform.services.db.system.query(
      "select expires_at < now() as free from dispatchers where phone_number_id = $1",
      [phoneNumberId],
    );
    return rows[0]?.free;
  });
});

it("a small campaign takes at most three statements a message, and releases its number at the end", async () => {
  await startMeta();
  const statements = watchedSender();
  const sender = await newNumber();
  await until("it has become quiet", async () => {
    const last = statements.at(-1);
    return last && performance.now() - last.at > 500 && statements.length >= 2;
  });
  const from = statements.length;
  const campaignId = await sendingCampaign(platform.services, { ...sender, recipients: 20 });
  await until("it is completed and its number free", async () => {
    const { campaign } = await statesOf(platform.services, sender.orgId, campaignId);
    const { rows } = await platform.services.db.system.query(
      "select expires_at < now() as free from dispatchers where phone_number_id = $1",
      [sender.phoneNumberId],
    );
    return campaign.status === "completed" && rows[0]?.free;
  });
  expect(statements.length - from).toBeLessThanOrEqual(60);
});
