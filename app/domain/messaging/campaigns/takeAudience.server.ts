import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { Audience } from "#app/db/schema/messaging/campaigns.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { DomainError } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";
import {
  type AudienceChoice,
  badField,
  namedAudience,
  type RefusedNumber,
  readNumbers,
} from "./audienceChoice.server.ts";
import { maxNumbers, tooManyNumbers } from "./schemas.ts";

const shownRefusals = 20;

/** The audience comes from another campaign. */
export const isFixed = ({ kind }: Audience): boolean => kind === "failed_of" || kind === "follow_up";

/**
 * The audience that a choice means for the draft `campaignId`; its pasted numbers become contacts in this transaction.
 * @throws DomainError `campaign.bad_audience`; `campaign.bad_numbers` with a line for each refused number in the field `numbers`.
 */
export async function takeAudience(
  tx: Tx,
  ctx: OrgContext,
  choice: AudienceChoice & { campaignId: string },
): Promise<Audience> {
  if (choice.kind !== "numbers") return namedAudience(tx, ctx.orgId, choice);
  const { numbers, refused } = readNumbers(choice.numbers ?? "");
  if (refused.length > 0 && !choice.skipInvalid) throw badNumbers(refused);
  if (numbers.length === 0) throw badField("numbers", m.errors_campaign_numbers_required());
  if (numbers.length > maxNumbers) throw badField("numbers", tooManyNumbers());
  const consentSource = choice.consent ? `campaign:${choice.campaignId}` : null;
  await addContacts(tx, ctx.orgId, numbers, consentSource, ctx.clock.now());
  return { kind: "numbers", numbers };
}

function badNumbers(refused: RefusedNumber[]): DomainError {
  const lines = refused
    .slice(0, shownRefusals)
    .map(({ line, reason }) => m.errors_campaign_bad_number_line({ line, reason }));
  const more = refused.length - lines.length;
  if (more > 0) lines.push(m.errors_campaign_more_bad_numbers({ more }));
  return messagingError("campaign.bad_numbers", {
    values: { length: counted(m.counts_numbers, refused.length) },
    fields: { numbers: lines.join("\n") },
  });
}

/** Makes contacts of unknown numbers; with `consentSource`, those without an answer yet count as having agreed. */
export async function addContacts(
  tx: Tx,
  orgId: OrgId,
  numbers: string[],
  consentSource: string | null,
  now: Date,
): Promise<void> {
  const consent = consentSource === null ? "none" : "granted";
  await tx.execute(sql`
    insert into contacts (org_id, id, phone, consent, consent_source, consent_at, created_at, updated_at)
    select ${orgId}, new_id('con'), phone, ${consent}, ${consentSource}, ${consentSource === null ? null : now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from unnest(${sql.param(numbers)}::text[]) as phone order by phone
    on conflict (org_id, phone) do update
      set consent = excluded.consent, consent_source = excluded.consent_source, consent_at = excluded.consent_at
      where excluded.consent = 'granted' and contacts.consent_at is null and contacts.opted_out_at is null`);
}
