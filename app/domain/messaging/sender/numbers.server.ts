import type { Queryable } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { aliveSeconds } from "./hold.server.ts";
import { isQuiet } from "./work.server.ts";

export interface NumberWithWork {
  orgId: OrgId;
  phoneNumberId: string;
}

// Each of them asks tables that lie together by organisation, so that they can be distributed.
const questions = {
  "numbers-sending": `select distinct org_id as "orgId", phone_number_id as "phoneNumberId" from campaigns c
    where status = 'sending' and not (${isQuiet} and next_sequence <= recipient_count)`,
  "numbers-leased": `select distinct c.org_id as "orgId", c.phone_number_id as "phoneNumberId"
    from send_leases l join campaigns c on c.org_id = l.org_id and c.id = l.campaign_id`,
  "numbers-single": `select distinct org_id as "orgId", phone_number_id as "phoneNumberId" from messages
    where due_at <= now() and campaign_id is null and direction = 'out'`,
};

/** Numbers that have something to send, or of which a dead dispatcher left something behind. */
export async function numbersWithWork(client: Queryable): Promise<NumberWithWork[]> {
  const found = new Map<string, NumberWithWork>();
  for (const [name, text] of Object.entries(questions)) {
    const { rows } = await client.query<NumberWithWork>({ name, text });
    for (const row of rows) found.set(`${row.orgId} ${row.phoneNumberId}`, row);
  }
  return [...found.values()];
}

/** Numbers that somebody sends for. */
export async function numbersHeld(client: Queryable): Promise<Set<string>> {
  const { rows } = await client.query<{ phoneNumberId: string }>({
    name: "numbers-held",
    text: `select phone_number_id as "phoneNumberId" from dispatchers where expires_at > now()`,
  });
  return new Set(rows.map(({ phoneNumberId }) => phoneNumberId));
}

/** How many processes send; at least this one. */
export async function livingSenders(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ living: number }>({
    name: "living-senders",
    text: `select count(*)::int as living from heartbeats where roles like '%worker%' and seen_at > now() - make_interval(secs => $1)`,
    values: [aliveSeconds],
  });
  return Math.max(1, rows[0]?.living ?? 1);
}
