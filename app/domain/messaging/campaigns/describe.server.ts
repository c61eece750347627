import { and, desc, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { knownIn } from "#app/domain/contacts/segments/known.server.ts";
import { storedConditions } from "#app/domain/contacts/segments/schemas.ts";
import { conditionsWords } from "#app/domain/contacts/segments/words.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";
import type { Campaign } from "./find.server.ts";

/** The audience in a sentence: of one by conditions, all of them. */
export async function audienceSentence(tx: Tx, campaign: Campaign): Promise<string> {
  const { audience } = campaign;
  if (audience.kind !== "conditions") return audienceText(campaign);
  const [conditions, exclude] = [storedConditions(audience.conditions), storedConditions(audience.exclude)];
  const known = await knownIn(tx, campaign.orgId, [conditions, exclude]);
  const included = conditionsWords(conditions, known);
  if (exclude.conditions.length === 0) return included;
  return m.campaigns_audience_excluding({ included, excluded: conditionsWords(exclude, known) });
}

const followUpText = lazy({
  not_read: m.campaigns_audience_not_read_another,
  not_replied: m.campaigns_audience_not_replied_another,
  failed: m.campaigns_audience_not_received_another,
});

/** The audience in a few words, for lists. */
export function audienceText({ audience }: Campaign): string {
  switch (audience.kind) {
    case "none":
      return m.campaigns_audience_none();
    case "all":
      return m.common_all_contacts();
    case "tag":
      return m.campaigns_audience_tag({ tag: audience.tag });
    case "numbers":
      return counted(m.counts_pasted_numbers, audience.numbers.length);
    case "contacts":
      return counted(m.counts_contacts, audience.contactIds.length);
    case "failed_of":
      return m.campaigns_audience_failed_of_another();
    case "conditions":
      return m.campaigns_audience_conditions();
    case "follow_up":
      return followUpText[audience.to];
  }
}

/** The campaign that another one copies or follows up, not yet queried. */
export const originOf = (tx: Tx, { orgId, madeFrom }: Campaign) =>
  tx
    .select({ id: campaigns.id, name: campaigns.name })
    .from(campaigns)
    .where(and(eq(campaigns.orgId, orgId), eq(campaigns.id, madeFrom ?? "")));

/** Follow-ups of this campaign, newest first, not yet queried. */
export const followUpsOf = (tx: Tx, { orgId, id }: Campaign) =>
  tx
    .select({ id: campaigns.id, name: campaigns.name, status: campaigns.status })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.orgId, orgId),
        eq(campaigns.madeFrom, id),
        sql`${campaigns.audience} ->> 'kind' = 'follow_up'`,
      ),
    )
    .orderBy(desc(campaigns.createdAt), desc(campaigns.id))
    .limit(10);
