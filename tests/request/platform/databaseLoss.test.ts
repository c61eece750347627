import { createServer, type Server } from "node:http";
import { sql } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { createMetaWebhook } from "#app/api/hooks/metaWebhook.server.ts";
import { connect } from "#app/db/client.server.ts";
import { startSender } from "#app/domain/messaging/sender/sender.server.ts";
import { leaseRange, recoverLeases } from "#app/domain/messaging/sender/work.server.ts";
import { signatureOf } from "#app/domain/whatsapp/webhookEvents/signature.ts";
import type { LimitChanges } from "#app/platform/config/databaseLimits.ts";
import { resumeContactImportsHandler } from "#app/worker/importContacts.server.ts";
import { startWebhookProcessor } from "#app/worker/webhookProcessor.server.ts";
import { connectNumber, sendingCampaign, statesOf, until } from "#tests/support/campaign.ts";
import { startDatabaseProxy } from "#tests/support/databaseProxy.ts";
import { importsOn } from "#tests/support/imports.ts";
import { createTestPlatform, onWallClock } from "#tests/support/platform.ts";
import { freePort } from "#tests/support/processes.ts";
import { setUp } from "#tests/support/setUp.ts";

/** As in production, with shorter times. */
const quick = { statementMs: 1000, idleInTransactionMs: 1000, idleMs: 1200 };
const limits: LimitChanges = { sender: quick, webhooks: quick, intake: quick };

const port = await freePort();
const platform = setUp(
  () => createTestPlatform({ graphUrl: `http://127.0.0.1:${port}` }),
  ({ close }) => close(),
);
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A Meta that accepts everything. */
async function startMeta(): Promise<Server> {
  const meta = createServer((request, response) => {
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
  return meta;
}

async function campaignOf(recipients: number, options: { throughputPerSecond?: number } = {}) {
  const org = await platform.createOrg();
  const phoneNumberId = String(Math.floor(Math.random() * 1e15));
  const account = { wabaId: `9${phoneNumberId}`, phoneNumberId, accessToken: "EAAtest" };
  const sender = await connectNumber(platform.services, org.orgId, account, options);
  const campaignId = await sendingCampaign(platform.services, { orgId: org.orgId, ...sender, recipients });
  const states = async () => (await statesOf(platform.services, org.orgId, campaignId)).rows;
  return { orgId: org.orgId, campaignId, phoneNumberId, states };
}

describe("when the connections to PostgreSQL hang", () => {
  it("sending, webhooks and their processing continue on new ones", async () => {
    await startMeta();
    const proxy = await startDatabaseProxy(platform.services.db.url);
    const db = connect(proxy.url, { limits });
    ends.push(
      () => proxy.close(),
      () => db.close(),
    );
    const services = onWallClock({ ...platform.services, db });
    const { states } = await campaignOf(600, { throughputPerSecond: 300 });
    const webhook = createMetaWebhook(services);
    const post = async (n: number) => {
      const body = JSON.stringify({ entry: [], n });
      const signature = signatureOf(body, services.config.meta.appSecret);
      return (await webhook.receive(Buffer.from(body), signature)).status;
    };
    const sender = startSender(services);
    const processor = startWebhookProcessor(services);
    ends.push(
      () => sender.stop(),
      () => processor.stop(),
    );
    await until("the campaign is under way", async () => ((await states()).accepted ?? 0) > 100);
    await until("a webhook is stored over connections that work", async () => (await post(1)) === 200);

    expect(proxy.freeze()).toBeGreaterThan(3);
    const startedAt = performance.now();
    // Refused on a hung connection, or stored on a new one, if the old one was just notifying.
    expect([200, 503]).toContain(await post(2));
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    await until("a webhook is stored", async () => (await post(3)) === 200);
    await until("the campaign is sent", async () => (await states()).accepted === 600, 60_000, states);
    await until("the webhook is applied", async () => {
      const { rowCount } = await platform.services.db.system.query(
        "select 1 from processed_webhooks where body like '%\"n\":3%'",
      );
      return rowCount! > 0;
    });
  });

  it("a new sender of a number finds no locks of a process frozen in its transaction", async () => {
    const { orgId, campaignId, phoneNumberId } = await campaignOf(10);
    const { system } = platform.services.db;
    const dispatchers = `insert into dispatchers (org_id, phone_number_id, holder, expires_at)
      values ($1, $2, 'frozen', now() + interval '1 hour')`;
    await system.query(dispatchers, [orgId, phoneNumberId]);
    const lease = { dispatcher: "frozen", leaseId: "lse_frozen", isBegun: true };
    await leaseRange(platform.services.db, { orgId, phoneNumberId, campaignId, size: 10, ...lease });
    const frozen = connect(platform.services.db.url, { limits: { sender: { idleInTransactionMs: 1000 } } });
    ends.push(() => frozen.close());
    await system.query("update dispatchers set holder = 'successor' where phone_number_id = $1", [
      phoneNumberId,
    ]);
    let recovered: number | null = 0;
    const transaction = frozen.for("sender").withSystem(async (tx) => {
      await tx.execute(sql`select 1 from messages where campaign_id = ${campaignId} for update`);
      const input = { orgId, phoneNumberId, dispatcher: "successor", graceSeconds: 60 };
      recovered = await recoverLeases(platform.services.db, input);
    });
    await expect(transaction).rejects.toThrow();
    expect(recovered).toBe(10);
  });
});

describe("a large import just before a campaign", () => {
  it("does not slow the sender down, although PostgreSQL collected statistics before the commit", async () => {
    const { orgId, campaignId, phoneNumberId } = await campaignOf(20_000);
    const { owner, system } = platform.services.db;
    await system.query("delete from contacts where org_id = $1", [orgId]);
    await platform.services.db.withSystem(async (tx) => {
      await tx.execute(sql`insert into contacts (org_id, id, name)
        select ${orgId}, 'con_' || lpad(n::text, 12, '0'), 'Asha' from generate_series(1, 20000) n`);
      await owner.query("analyze contacts");
    });
    await owner.query("analyze messages");
    await system.query(
      `insert into dispatchers (org_id, phone_number_id, holder, expires_at)
        values ($1, $2, 'one', now() + interval '1 hour')`,
      [orgId, phoneNumberId],
    );
    const db = connect(platform.services.db.url, { limits: { sender: { statementMs: 6000 } } });
    ends.push(() => db.close());
    const lease = { dispatcher: "one", leaseId: "lse_one", isBegun: true };
    const range = { orgId, phoneNumberId, campaignId, size: 2000, ...lease };
    expect((await leaseRange(db.for("sender"), range))?.rows).toHaveLength(2000);
  });
});

describe("a contact import whose connection is cut", () => {
  it("continues, and the process survives", async () => {
    const imports = importsOn(platform);
    const org = await platform.createOrg();
    const file = `phone,name\n${Array.from({ length: 20_000 }, (_, n) => `+2547${String(n).padStart(8, "0")},Asha`).join("\n")}`;
    await imports.uploadText(org, file);
    const died: unknown[] = [];
    const note = (error: unknown) => died.push(error);
    process.on("uncaughtException", note);
    ends.push(() => process.off("uncaughtException", note));
    const done = platform.runJobs();
    await until("the import's lock is cut", async () => {
      const { rowCount } = await platform.services.db.owner.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
          and database = (select oid from pg_database where datname = current_database())`,
      );
      return rowCount! > 0;
    });
    await done;
    platform.clock.advance(60_000);
    await resumeContactImportsHandler.run(platform.services, {});
    await platform.runJobs();
    expect(died).toEqual([]);
    expect(await imports.stored(org)).toHaveLength(20_000);
  });
});
