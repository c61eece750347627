import { startSender } from "#app/domain/messaging/sender/sender.server.ts";
import { newId } from "#app/platform/ids.ts";
import { watchStatements } from "#tests/support/statements.ts";
import type { Ground } from "./ground.ts";
import { percentile, print } from "./measure.ts";

/** A longer spread was unfair to organisations that had nothing sent. */
const limitMs = 300_000;

/** Conditions for every machine. */
const floors = { statementsPerMessage: 3, jain: 0.99 };

/** So many organisations, each with a number and a waiting campaign. */
async function smallCampaigns(ground: Ground, organisations: number, messages: number): Promise<void> {
  const senders: Awaited<ReturnType<Ground["newSender"]>>[] = [];
  while (senders.length < organisations)
    senders.push(...(await Promise.all(Array.from({ length: 10 }, () => ground.newSender(80)))));
  const values = [
    senders.map(({ orgId }) => orgId),
    senders.map(({ phoneNumberId }) => phoneNumberId),
    senders.map(({ templateId }) => templateId),
    senders.map(() => newId("cmp")),
    messages,
  ];
  const each =
    "unnest($1::text[], $2::text[], $3::text[], $4::text[]) as s(org_id, phone_number_id, template_id, id)";
  const run = (text: string, from = values) => ground.services.db.owner.query(text, from);
  await run(
    `insert into contacts (org_id, id, phone, name)
      select o, 'con_' || n, '+2547' || lpad(n::text, 8, '0'), 'Customer' from unnest($1::text[]) o, generate_series(1, $2::int) n`,
    [values[0]!, messages],
  );
  await run(
    `insert into campaigns (org_id, id, name, status, template_id, phone_number_id, audience, recipient_count, started_at)
      select org_id, id, 'Order ready', 'paused', template_id, phone_number_id, '{"kind":"all"}', $5::int, now() from ${each}`,
  );
  await run(
    `insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, campaign_id, sequence, template_id, variables)
      select org_id, new_id('msg'), 'out', 'template', 'queued', phone_number_id, 'con_' || n, '+2547' || lpad(n::text, 8, '0'), id, n,
        template_id, '{"1":"Customer"}' from ${each}, generate_series(1, $5::int) n`,
  );
  await run(
    `insert into campaign_totals (org_id, campaign_id, state, count) select org_id, id, 'queued', $5::int from ${each}`,
  );
  await run("analyze messages", []);
}

/** Jain's index: 1 when all have the same, 1/n when one has all. */
export function jain(values: readonly number[]): number {
  const sum = values.reduce((a, b) => a + b, 0);
  const squares = values.reduce((a, b) => a + b * b, 0);
  return squares === 0 ? 0 : (sum * sum) / (values.length * squares);
}

/**
 * Many organisations start a small campaign at the same moment: the database cost per message, messages put
 * in doubt, and whether each organisation got its share.
 */
export async function benchFair(
  ground: Ground,
  { organisations, messages }: { organisations: number; messages: number },
): Promise<void> {
  const { services } = ground;
  const { owner } = services.db;
  await owner.query(
    "truncate messages, campaigns, campaign_totals, contacts, hourly_totals, send_leases cascade",
  );
  await smallCampaigns(ground, organisations, messages);
  const watched = watchStatements((name) => /-(sender|holds)$/.test(name));
  const running = startSender(services);
  const startedAt = performance.now();
  await owner.query("update campaigns set status = 'sending'");
  await owner.query("select pg_notify('tarishi_sender', '')");
  let inDoubt = 0;
  let open = organisations * messages;
  while (open > 0 && performance.now() - startedAt < limitMs) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    const { rows } = await owner.query(
      `select coalesce(sum(count) filter (where state in ('queued', 'unknown')), 0)::int as open,
        coalesce(sum(count) filter (where state = 'unknown'), 0)::int as unknown from campaign_totals`,
    );
    open = rows[0].open;
    inDoubt = Math.max(inDoubt, rows[0].unknown);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await running.stop();
  watched.stop();
  const { rows } = await owner.query<{ accepted: number; first: number | null }>(
    `select count(*) filter (where state = 'accepted')::int as accepted,
        extract(epoch from min(accepted_at) - (select min(accepted_at) from messages))::float8 as first
      from messages group by org_id`,
  );
  const perMessage = watched.statements.length / (organisations * messages);
  const index = jain(rows.map(({ accepted }) => accepted));
  const firsts = rows.flatMap(({ first }) => first ?? []);
  print({
    bench: "fair-small",
    organisations,
    messages: organisations * messages,
    seconds: Math.round(seconds * 10) / 10,
    statementsPerMessage: Math.round(perMessage * 100) / 100,
    inDoubt,
    jain: Math.round(index * 1000) / 1000,
    firstSecondsMedian: Math.round(percentile(firsts, 0.5) * 10) / 10,
    firstSecondsLast: Math.round(percentile(firsts, 1) * 10) / 10,
  });
  if (inDoubt > 0 || index < floors.jain || perMessage > floors.statementsPerMessage)
    throw new Error("fair-small: small organisations did not get their share, or cost too much");
  await owner.query(
    "truncate messages, campaigns, campaign_totals, contacts, hourly_totals, send_leases cascade",
  );
}
