import { and, desc, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { campaigns } from "#app/db/schema/messaging.ts";
import { knownIn } from "#app/domain/contacts/segments/known.server.ts";
import { storedConditions } from "#app/domain/contacts/segments/schemas.ts";
import { conditionsWords } from "#app/domain/contacts/segments/words.ts";
import { countOf } from "#app/platform/counts.ts";
import type { Campaign } from "./find.server.ts";

/** The audience in a sentence: of one by conditions, all of them. */
export async function audienceSentence(tx: Tx, campaign: Campaign): Promise<string> {
  const { audience } = campaign;
  if (audience.kind !== "conditions") return audienceText(campaign);
  const [conditions, exclude] = [storedConditions(audience.conditions), storedConditions(audience.exclude)];
  const known = await knownIn(tx, campaign.orgId, [conditions, exclude]);
  const without = exclude.conditions.length > 0 ? `; without: ${conditionsWords(exclude, known)}` : "";
  return `${conditionsWords(conditions, known)}${without}`;
}

const followUpText = {
  not_read: "Those who did not read another campaign",
  not_replied: "Those who did not reply to another campaign",
  failed: "Those whom another campaign did not reach",
};

/** The audience in a few words, for lists. */
export function audienceText({ audience }: Campaign): string {
  switch (audience.kind) {
    case "none":
      return "Not chosen yet";
    case "all":
      return "All contacts";
    case "tag":
      return `Tag “${audience.tag}”`;
    case "numbers":
      return countOf(audience.numbers.length, "pasted number");
    case "failed_of":
      return "Failed recipients of another campaign";
    case "conditions":
      return "Contacts by conditions";
    case "follow_up":
      return followUpText[audience.to];
  }
}

/** The campaign that another one is a copy of, or follows up. */
export async function originOf(
  tx: Tx,
  { orgId, madeFrom }: Campaign,
): Promise<{ id: string; name: string } | null> {
  if (madeFrom === null) return null;
  const [origin] = await tx
    .select({ id: campaigns.id, name: campaigns.name })
    .from(campaigns)
    .where(and(eq(campaigns.orgId, orgId), eq(campaigns.id, madeFrom)));
  return origin ?? null;
}

/** Campaigns that follow this one up, the newest first. */
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
