import type { Tx } from "#app/db/client.server.ts";
import type { Audience } from "#app/db/schema/messaging/campaigns.ts";
import { checkedConditions } from "#app/domain/contacts/segments/checkValues.server.ts";
import { knownIn } from "#app/domain/contacts/segments/known.server.ts";
import { type Conditions, everyone } from "#app/domain/contacts/segments/schemas.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";
import { m } from "#messages";

/** A draft's audience, as a member chooses it. */
export interface AudienceChoice {
  kind: "all" | "tag" | "numbers" | "conditions";
  conditions?: Conditions | undefined;
  /** Its exclusions. */
  exclude?: Conditions | undefined;
  tag?: string | undefined;
  /** As pasted. */
  numbers?: string | undefined;
  /** The member says that the people behind the pasted numbers agreed to get messages. */
  consent: boolean;
  /** Leave out pasted numbers that can't be used instead of refusing. */
  skipInvalid: boolean;
}

/**
 * The audience that a choice other than pasted numbers means.
 * @throws DomainError `campaign.bad_audience`, `campaign.not_found`, `segment.not_found`, `field.not_found`.
 */
export async function namedAudience(tx: Tx, orgId: OrgId, choice: AudienceChoice): Promise<Audience> {
  if (choice.kind === "conditions") return checkedAudience(tx, orgId, choice);
  if (choice.kind !== "tag") return { kind: "all" };
  if (!choice.tag) throw badField("tag", m.errors_campaign_tag_required());
  return { kind: "tag", tag: choice.tag };
}

/** Conditions that name nothing but the organisation's own. */
async function checkedAudience(
  tx: Tx,
  orgId: OrgId,
  { conditions = everyone, exclude = everyone }: Pick<AudienceChoice, "conditions" | "exclude">,
): Promise<Audience> {
  if (conditions.conditions.length === 0 && exclude.conditions.length === 0)
    throw badField("conditions", m.errors_campaign_condition_required());
  const known = await knownIn(tx, orgId, [conditions, exclude]);
  return {
    kind: "conditions",
    conditions: checkedConditions(conditions, known),
    exclude: checkedConditions(exclude, known),
  };
}

export const badField = (field: string, message: string) =>
  messagingError("campaign.bad_audience", { values: { said: message }, field });

export interface RefusedNumber {
  line: number;
  reason: string;
}

/** Reads pasted numbers, one per line or separated by commas, semicolons or, written without gaps, by blanks; each once, in E.164. */
export function readNumbers(text: string): { numbers: string[]; refused: RefusedNumber[] } {
  const numbers = new Set<string>();
  const refused: RefusedNumber[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    for (const part of line.split(/[,;\t]/)) {
      if (part.trim() === "") continue;
      const result = normalisePhone(part);
      if (result.ok) numbers.add(result.phone);
      else {
        const several = separatedByBlanks(part);
        for (const number of several) numbers.add(number);
        if (several.length === 0) refused.push({ line: index + 1, reason: result.reason });
      }
    }
  }
  return { numbers: [...numbers], refused };
}

/** The numbers of a text of which each word is a whole one; none otherwise. */
function separatedByBlanks(text: string): string[] {
  const results = text
    .trim()
    .split(/\s+/)
    .map((word) => normalisePhone(word));
  return results.every((result) => result.ok) ? results.map(({ phone }) => phone) : [];
}
