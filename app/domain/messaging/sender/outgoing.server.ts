import type { Queryable } from "#app/db/client.server.ts";
import { plainArray } from "#app/db/plainArray.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** One message that a dispatcher holds in memory, about to be posted. */
export interface Outgoing {
  id: string;
  campaignId: string | null;
  /** The lease that it came with; null for rows that were claimed one by one. */
  leaseId: string | null;
  type: string;
  recipient: string;
  templateId: string | null;
  variables: Record<string, string> | null;
  body: string | null;
  /** What an interactive message consists of; null for all others. */
  payload: object | null;
  attempts: number;
  /** How often it was sent again because no answer had come. */
  doubts: number;
  /** The person's consent: promotions too, no promotions, or nothing (also when the contact is deleted). */
  consent: "granted" | "none" | "stopped";
  /** The person has had as much marketing as the organisation allows. */
  isCapped?: boolean;
}

export const outgoingColumns = `m.id, m.campaign_id as "campaignId", m.contact_id as "contactId", m.type, m.recipient, m.template_id as "templateId", m.variables,
  m.body, m.payload, m.attempts, m.doubts`;

export type Read = Omit<Outgoing, "leaseId" | "consent"> & { contactId: string | null };

/**
 * Adds each person's consent. A separate statement, which PostgreSQL plans for the ids at hand: looked up row
 * by row, with statistics from before a large import, each lookup may read all contacts of the organisation.
 */
export async function withConsent(
  client: Queryable,
  orgId: OrgId,
  leaseId: string | null,
  rows: readonly Read[],
  isCapped: (row: Read) => boolean = () => false,
): Promise<Outgoing[]> {
  if (rows.length === 0) return [];
  const contactIds = new Set(rows.flatMap(({ contactId }) => contactId ?? []));
  // One row for each consent: a row for each person costs Node.js more than all else here.
  const found = await client.query<{ consent: Outgoing["consent"]; ids: string }>({
    text: `select case when opted_out_at is null then consent else 'stopped' end as consent, string_agg(id, ',') as ids from contacts
      where org_id = $1 and id = any($2) group by 1`,
    values: [orgId, plainArray([...contactIds])],
  });
  const consents = new Map(
    found.rows.flatMap(({ consent, ids }) => ids.split(",").map((id) => [id, consent] as const)),
  );
  return rows.map((read) => {
    const { contactId, ...row } = read;
    const consent = (contactId === null ? undefined : consents.get(contactId)) ?? "stopped";
    return { ...row, leaseId, ...(isCapped(read) ? { isCapped: true } : {}), consent };
  });
}
