import { afterEach, expect, it } from "vitest";
import { createMetaWebhook } from "#app/api/hooks/metaWebhook.server.ts";
import { intakeOpenSince } from "#app/domain/messaging/sender/heartbeats.server.ts";
import { addressOf } from "#app/domain/whatsapp/webhookEvents/address.ts";
import { createWebhookInbox } from "#app/domain/whatsapp/webhookEvents/append.server.ts";
import { webhooksCanBeStored } from "#app/domain/whatsapp/webhookEvents/canStore.server.ts";
import { signatureOf } from "#app/domain/whatsapp/webhookEvents/signature.ts";
import { createHeartbeat } from "#app/worker/heartbeat.server.ts";
import { startWebhookProcessor } from "#app/worker/webhookProcessor.server.ts";
import { written } from "#tests/bench/inbound.ts";
import { until } from "#tests/support/campaign.ts";
import { createChats, newKey } from "#tests/support/chats.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const run = (text: string) => platform.services.db.owner.query(text);

/** New rows need disk space, and there is none; updates still fit into their pages. */
async function fillDisk(table = "webhook_events"): Promise<() => Promise<unknown>> {
  await run("create sequence refused_rows");
  await run("grant usage on sequence refused_rows to public");
  await run(`create function no_room() returns trigger language plpgsql as
    $$ begin perform nextval('refused_rows'); raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await run(`create trigger no_room before insert on ${table} for each row execute function no_room()`);
  return () => run("drop function no_room() cascade; drop sequence refused_rows");
}

it("with a full disk webhooks are refused, and the process is not ready until there is space", async () => {
  const { services } = platform;
  const webhook = createMetaWebhook(services);
  const receive = async () => {
    const body = JSON.stringify({ entry: [] });
    return (await webhook.receive(Buffer.from(body), signatureOf(body, services.config.meta.appSecret)))
      .status;
  };
  const openSince = async () => (await intakeOpenSince(services.db.system))!;
  const heartbeat = createHeartbeat(services);
  await heartbeat.start();
  ends.push(() => heartbeat.stop());
  const startedAt = await openSince();
  expect([await receive(), await webhooksCanBeStored(services.db)]).toEqual([200, true]);

  const makeRoom = await fillDisk();
  expect([await receive(), await webhooksCanBeStored(services.db)]).toEqual([503, false]);
  const reopenedAt = await until("the next heartbeat", async () => {
    const since = await openSince();
    return since > startedAt && since;
  });

  await makeRoom();
  const before = (await run("select count(*)::int as count from webhook_events")).rows;
  expect(await webhooksCanBeStored(services.db)).toBe(true);
  expect((await run("select count(*)::int as count from webhook_events")).rows).toEqual(before);
  expect(await receive()).toBe(200);
  expect(await openSince()).toEqual(reopenedAt);
});

it("with a full disk a reply is refused with a sentence, and sent once when it is repeated", async () => {
  const { org, conversationId } = await createChats(platform).shopWithCustomer();
  const reply = { conversationId, text: "Ndio, iko tayari.", key: newKey() };
  const send = () => platform.request("POST /conversations/:conversationId/messages", reply, org);
  const makeRoom = await fillDisk("messages");
  const refused = await send();
  expect([refused.status, refused.headers.has("retry-after")]).toEqual([503, true]);
  expect(await refused.json()).toMatchObject({
    code: "server.busy",
    message: expect.stringMatching(/again/),
  });
  await makeRoom();
  expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
  const { rows } = await run("select count(*)::int as n from messages where body = 'Ndio, iko tayari.'");
  expect(rows).toEqual([{ n: 1 }]);
});

it("a stored webhook that meets a full disk is applied once there is space", async () => {
  const { services } = platform;
  const { phoneNumberId } = await createChats(platform).shopWithCustomer();
  const body = written({ phoneNumberId }, "254712345678", "Mnafunga saa ngapi?");
  await createWebhookInbox(services.db.system).append(JSON.stringify(body), addressOf(body));
  const makeRoom = await fillDisk("messages");
  const processor = startWebhookProcessor(services);
  ends.push(() => processor.stop());
  const isRefused = async () =>
    (await run("select is_called from refused_rows")).rows[0].is_called as boolean;
  await until("a refused row", isRefused);
  await makeRoom();
  await until("no webhook is left", async () => (await run("select 1 from webhook_events")).rowCount === 0);
  const { rows } = await run("select count(*)::int as n from messages where body = 'Mnafunga saa ngapi?'");
  expect(rows).toEqual([{ n: 1 }]);
});
