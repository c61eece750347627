import { afterEach, expect, it } from "vitest";
import { createMetaWebhook } from "#app/api/hooks/metaWebhook.server.ts";
import { intakeOpenSince } from "#app/domain/messaging/sender/heartbeats.server.ts";
import { webhooksCanBeStored } from "#app/domain/whatsapp/webhookEvents/canStore.server.ts";
import { signatureOf } from "#app/domain/whatsapp/webhookEvents/signature.ts";
import { startHeartbeat } from "#app/worker/heartbeat.server.ts";
import { until } from "#tests/support/campaign.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const run = (text: string) => platform.services.db.owner.query(text);

/** New rows need disk space, and there is none; updates still fit into their pages. */
async function fillDisk(): Promise<() => Promise<unknown>> {
  await run(`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await run("create trigger no_room before insert on webhook_events for each row execute function no_room()");
  return () => run("drop function no_room() cascade");
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
  const heartbeat = await startHeartbeat(services);
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
