import { sql } from "drizzle-orm";
import { clientOf, type Queryable, type Tx } from "#app/db/client.server.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { leastIdAt } from "#app/domain/messaging/messages/idRange.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { DomainError } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { type AudienceQuery, isRecipient } from "./audience.server.ts";
import { asCap, type FrequencyCap, keptSendingSettings } from "./sendingSettings.server.ts";
import { capWords } from "./words.ts";

const dayMs = 86_400_000;
/** A campaign's messages are written before they are sent, at the most so long. */
const oldestDays = 31;

/** SQL, with the organisation in `$1`: contacts that have had as many marketing messages as `$4` since `$2`, of ids from `$3` on. */
const atCap = (ofContacts: string) => `
  select m.contact_id from messages m
  where m.org_id = $1 and m.id >= $3 and m.direction = 'out' and m.contact_id is not null and ${ofContacts}
    and m.template_id in (select t.id from templates t where t.org_id = $1 and t.category = 'MARKETING')
    and m.state not in ('failed', 'cancelled')
    and (m.accepted_at >= $2 or m.accepted_at is null and m.campaign_id is null and m.created_at >= $2)
  group by m.contact_id having count(*) >= $4`;

const valuesOf = (orgId: OrgId, { messages, days }: FrequencyCap, now: Date) => [
  ...[orgId, new Date(now.getTime() - days * dayMs)],
  ...[leastIdAt(new Date(now.getTime() - (days + oldestDays) * dayMs)), messages],
];

/** Those contacts that may get no further marketing message now. */
export async function cappedAmong(
  client: Queryable,
  { orgId, cap, now }: { orgId: OrgId; cap: FrequencyCap; now: Date },
  contactIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ contact_id: string }>({
    name: "capped-among",
    text: atCap("m.contact_id = any($5::text[])"),
    values: [...valuesOf(orgId, cap, now), contactIds],
  });
  return new Set(rows.map((row) => row.contact_id));
}

/** SQL: the limit in the row of campaign `c`. */
export const capColumns = `c.cap_messages as "capMessages", c.cap_days as "capDays"`;

export interface CapColumns {
  capMessages: number | null;
  capDays: number | null;
}

interface Addressed {
  contactId: string | null;
}

/** Whether the contact of a message is at the limit, for messages of a campaign: one statement for all, and none without a limit. */
export async function cappedOf(
  client: Queryable,
  orgId: OrgId,
  { capMessages: messages, capDays: days, nowMs }: CapColumns & { nowMs: number },
  rows: readonly Addressed[],
): Promise<(row: Addressed) => boolean> {
  if (messages === null || days === null) return () => false;
  const contactIds = rows.flatMap(({ contactId }) => contactId ?? []);
  const now = new Date(nowMs);
  const capped = await cappedAmong(client, { orgId, cap: { messages, days }, now }, contactIds);
  return ({ contactId }) => contactId !== null && capped.has(contactId);
}

interface OfCampaign extends Addressed {
  campaignId: string | null;
}

/** The same for messages of any campaigns, and others, which have no limit. */
export async function cappedOfCampaigns<Row extends OfCampaign>(
  client: Queryable,
  orgId: OrgId,
  rows: readonly Row[],
): Promise<(row: Row) => boolean> {
  const ofCampaigns = Map.groupBy(rows, ({ campaignId }) => campaignId);
  ofCampaigns.delete(null);
  if (ofCampaigns.size === 0) return () => false;
  const { rows: campaigns } = await client.query<CapColumns & { id: string; nowMs: number }>({
    name: "caps-of-campaigns",
    text: `select c.id, ${capColumns}, (extract(epoch from now()) * 1000)::float8 as "nowMs" from campaigns c
      where c.org_id = $1 and c.id = any($2) and c.cap_messages is not null`,
    values: [orgId, [...ofCampaigns.keys()]],
  });
  const capped = new Map<string | null, (row: Addressed) => boolean>();
  for (const campaign of campaigns)
    capped.set(campaign.id, await cappedOf(client, orgId, campaign, ofCampaigns.get(campaign.id)!));
  return (row) => capped.get(row.campaignId)?.(row) ?? false;
}

/** The organisation's limit, and how many recipients of marketing have reached it by now; null: there is none. */
export async function quoteCap(
  tx: Tx,
  query: AudienceQuery,
  cap: FrequencyCap | null,
): Promise<(FrequencyCap & { people: number }) | null> {
  const { orgId, marketing, now } = query;
  if (!cap || !marketing) return null;
  const { rows: capped } = await clientOf(tx).query<{ contact_id: string }>({
    name: "capped",
    text: atCap("true"),
    values: valuesOf(orgId, cap, now),
  });
  const ids = capped.map((row) => row.contact_id);
  const { rows } = await tx.execute<{ people: number }>(
    sql`select count(*)::int as people from contacts c
      where ${await isRecipient(tx, query)} and c.id = any(${sql.param(ids)}::text[])`,
  );
  return { ...cap, people: rows[0]!.people };
}

/** The refusal `contact.too_often` of a contact that may get no further marketing message now; null for others. */
export async function refusedByCap(
  tx: Tx,
  { orgId, clock }: OrgContext,
  contactId: string,
): Promise<DomainError | null> {
  const cap = asCap(await keptSendingSettings(tx, orgId));
  if (!cap) return null;
  const capped = await cappedAmong(clientOf(tx), { orgId, cap, now: clock.now() }, [contactId]);
  return capped.has(contactId)
    ? messagingError("contact.too_often", { values: { limit: capWords(cap) } })
    : null;
}
