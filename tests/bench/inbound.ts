import { clientOf } from "#app/db/client.server.ts";
import { addressOf } from "#app/domain/whatsapp/webhookEvents/address.ts";
import { createWebhookInbox } from "#app/domain/whatsapp/webhookEvents/append.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { startWebhookProcessor } from "#app/worker/webhookProcessor.server.ts";
import { until } from "#tests/support/campaign.ts";
import type { Ground } from "./ground.ts";
import { percentile, print, summary } from "./measure.ts";

type Sender = Awaited<ReturnType<Ground["newSender"]>>;

let count = 0;

/** A webhook as Meta sends it, with one customer message. */
export function written({ phoneNumberId }: Pick<Sender, "phoneNumberId">, from: string, text: string) {
  count += 1;
  const message = {
    from,
    id: `wamid.IN${count}`,
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: "text",
    text: { body: text },
  };
  const metadata = { display_phone_number: "254700111222", phone_number_id: phoneNumberId };
  const value = {
    messaging_product: "whatsapp",
    metadata,
    contacts: [{ profile: { name: "Asha" }, wa_id: from }],
    messages: [message],
  };
  return {
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: [{ field: "messages", value }] }],
  };
}

const store = ({ services }: Ground, bodies: readonly object[]) => {
  const inbox = createWebhookInbox(services.db.system);
  return Promise.all(bodies.map((body) => inbox.append(JSON.stringify(body), addressOf(body))));
};

const isIdle = async ({ services }: Ground) =>
  (await services.db.owner.query("select 1 from webhook_events limit 1")).rowCount === 0;

/**
 * Customers' messages, each in its own webhook, from its row to the chat: messages a second of one process.
 */
export async function benchInbound(
  ground: Ground,
  options: { messages: number; people: number; organisations: number; rounds: number },
): Promise<void> {
  const senders = await Promise.all(
    Array.from({ length: options.organisations }, () => ground.newSender(80)),
  );
  const perSecond: number[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const bodies = Array.from({ length: options.messages }, (_, n) =>
      written(senders[n % senders.length]!, String(254_700_000_000 + (n % options.people)), "Bei ni gani?"),
    );
    for (let from = 0; from < bodies.length; from += 1000)
      await store(ground, bodies.slice(from, from + 1000));
    const startedAt = performance.now();
    const processor = startWebhookProcessor(ground.services);
    await until("every message is in the chat", () => isIdle(ground), 300_000);
    perSecond.push(options.messages / ((performance.now() - startedAt) / 1000));
    await processor.stop();
    await ground.services.db.owner.query("truncate webhook_events, processed_webhooks");
  }
  const { ratio, low, high } = summary(perSecond);
  print({ bench: "inbound", perSecond: Math.round(ratio), low: Math.round(low), high: Math.round(high) });
}

/**
 * The time of an organisation's STOP while rows of another one are locked, and that one has pending webhooks.
 */
export async function benchWebhookIsolation(
  ground: Ground,
  { seconds, blocked }: { seconds: number; blocked: number },
): Promise<void> {
  const [locked, free] = [await ground.newSender(80), await ground.newSender(80)];
  const known = "254700000001";
  const processor = startWebhookProcessor(ground.services);
  await store(ground, [written(locked, known, "Habari")]);
  await until("the contact is there", async () => (await contactsOf(ground, locked.orgId)) === 1);
  const waits: number[] = [];
  await ground.services.db.for("long").withSystem(async (tx) => {
    await clientOf(tx).query({
      text: "select 1 from contacts where org_id = $1 for update",
      values: [locked.orgId],
    });
    const endsAt = performance.now() + seconds * 1000;
    await store(
      ground,
      Array.from({ length: blocked }, () => written(locked, known, "STOP")),
    );
    for (let n = 0; performance.now() < endsAt; n += 1) {
      const from = String(254_711_000_000 + n);
      const at = performance.now();
      await store(ground, [written(free, from, "STOP")]);
      await until(
        "the STOP is obeyed",
        async () => (await contactsOf(ground, free.orgId, "opted_out_at is not null")) > n,
      );
      waits.push(performance.now() - at);
      // Prevents the transaction from counting as idle.
      await clientOf(tx).query({ text: "select 1" });
    }
  });
  const releasedAt = performance.now();
  await until(
    "the locked organisation's STOP is obeyed",
    async () => (await contactsOf(ground, locked.orgId, "opted_out_at is not null")) === 1,
    60_000,
  );
  await processor.stop();
  print({
    bench: "webhook-isolation",
    lockSeconds: seconds,
    stops: waits.length,
    p50Ms: Math.round(percentile(waits, 0.5)),
    maxMs: Math.round(Math.max(...waits)),
    lockedAfterReleaseMs: Math.round(performance.now() - releasedAt),
    withinOneSecond: Math.max(...waits) <= 1000,
  });
}

async function contactsOf({ services }: Ground, orgId: OrgId, where = "true"): Promise<number> {
  const { rows } = await services.db.owner.query<{ count: number }>(
    `select count(*)::int as count from contacts where org_id = $1 and ${where}`,
    [orgId],
  );
  return rows[0]!.count;
}
