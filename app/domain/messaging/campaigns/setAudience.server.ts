import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { Audience } from "#app/db/schema/messaging.ts";
import { checkedConditions } from "#app/domain/contacts/segments/checkValues.server.ts";
import { knownIn } from "#app/domain/contacts/segments/known.server.ts";
import { type Conditions, everybody, storedConditions } from "#app/domain/contacts/segments/schemas.ts";
import { conditionsWords } from "#app/domain/contacts/segments/words.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { type Quote, quote } from "#app/domain/money/quote.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { countOf } from "#app/platform/counts.ts";
import type { DomainError } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { normalisePhone } from "#app/platform/phone.ts";
import { type AudienceCount, countAudience } from "./audience.server.ts";
import { changeDraft } from "./editDraft.server.ts";
import { type Campaign, findCampaign, findTemplate } from "./find.server.ts";

const maxNumbers = 10_000;
const shownRefusals = 20;

/** Who is to get a draft, as a member chooses it. */
export interface AudienceChoice {
  kind: "all" | "tag" | "numbers" | "conditions";
  conditions?: Conditions | undefined;
  /** Who of them gets nothing. */
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
 * Chooses who gets a draft. Pasted numbers that are not known yet become contacts.
 * @throws DomainError `campaign.bad_audience`, `campaign.bad_numbers`.
 */
export async function setAudience({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: AudienceChoice & { campaignId: string };
}): Promise<{ campaignId: string; leftOut: number }> {
  let leftOut = 0;
  const audienceOf = async (tx: Tx, draft: Campaign) => {
    if (isFixed(draft.audience)) throw messagingError("campaign.audience_fixed");
    const chosen = await takeAudience(tx, ctx, input);
    leftOut = chosen.leftOut;
    return { audience: chosen.audience };
  };
  // The same numbers may bring contacts or their consent.
  await changeDraft(ctx, input.campaignId, audienceOf, { noted: input.kind === "numbers" });
  return { campaignId: input.campaignId, leftOut };
}

/** Whom it means follows from another campaign. */
export const isFixed = ({ kind }: Audience): boolean => kind === "failed_of" || kind === "follow_up";

/**
 * The audience that a choice means for the draft `campaignId`; its pasted numbers become contacts in this transaction.
 * @throws DomainError `campaign.bad_audience`; `campaign.bad_numbers` with a line for each refused number in the field `numbers`.
 */
export async function takeAudience(
  tx: Tx,
  ctx: OrgContext,
  choice: AudienceChoice & { campaignId: string },
): Promise<{ audience: Audience; leftOut: number }> {
  if (choice.kind === "all") return { audience: { kind: "all" }, leftOut: 0 };
  if (choice.kind === "tag") {
    if (!choice.tag) throw badField("tag", "Choose a tag");
    return { audience: { kind: "tag", tag: choice.tag }, leftOut: 0 };
  }
  if (choice.kind === "conditions") return { audience: await checkedAudience(tx, ctx, choice), leftOut: 0 };
  const { numbers, refused } = readNumbers(choice.numbers ?? "");
  if (refused.length > 0 && !choice.skipInvalid) throw badNumbers(refused);
  if (numbers.length === 0) throw badField("numbers", "Paste at least one phone number");
  if (numbers.length > maxNumbers)
    throw badField("numbers", "Paste at most 10,000 numbers. Import more as CSV under Contacts.");
  const consentSource = choice.consent ? `campaign:${choice.campaignId}` : null;
  await addContacts(tx, ctx.orgId, numbers, consentSource, ctx.clock.now());
  return { audience: { kind: "numbers", numbers }, leftOut: refused.length };
}

/** Conditions that name nothing but the organisation's own. */
async function checkedAudience(
  tx: Tx,
  ctx: OrgContext,
  { conditions = everybody, exclude = everybody }: Pick<AudienceChoice, "conditions" | "exclude">,
): Promise<Audience> {
  if (conditions.conditions.length === 0 && exclude.conditions.length === 0)
    throw badField("conditions", "Add a condition, or choose all contacts");
  const known = await knownIn(tx, ctx.orgId, [conditions, exclude]);
  return {
    kind: "conditions",
    conditions: checkedConditions(conditions, known),
    exclude: checkedConditions(exclude, known),
  };
}

/**
 * How many people a choice means, who is left out and why, and what they cost; nothing is kept of it, and pasted numbers
 * become no contacts. @throws DomainError those of `takeAudience`, but for refused numbers, which are left out.
 */
export async function countChoice({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: AudienceChoice & { campaignId: string };
}): Promise<{ audience: AudienceCount; price: Quote; sentence: string | null }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const draft = await findCampaign(tx, ctx.orgId, input.campaignId);
    const template = await findTemplate(tx, ctx.orgId, draft.templateId);
    const marketing = template.category === "MARKETING";
    const { numbers } = readNumbers(input.numbers ?? "");
    const audience: Audience =
      input.kind === "numbers"
        ? { kind: "numbers", numbers: numbers.slice(0, maxNumbers) }
        : (await takeAudience(tx, ctx, input)).audience;
    const now = ctx.clock.now();
    const known = await countAudience(tx, { orgId: ctx.orgId, audience, marketing, now });
    const counted =
      audience.kind === "numbers"
        ? withNewcomers(known, audience.numbers.length, marketing && !input.consent)
        : known;
    const price = await quote(tx, {
      orgId: ctx.orgId,
      messages: counted.recipients,
      at: now,
      isCampaign: true,
    });
    return { audience: counted, price, sentence: await sentenceOf(tx, ctx.orgId, audience) };
  });
}

/** Pasted numbers that are not known yet will be contacts, without consent unless it is given with them. */
function withNewcomers(known: AudienceCount, pasted: number, isLeftOut: boolean): AudienceCount {
  const unknown = Math.max(0, pasted - known.matching);
  return {
    ...known,
    matching: known.matching + unknown,
    noConsent: known.noConsent + (isLeftOut ? unknown : 0),
    recipients: known.recipients + (isLeftOut ? 0 : unknown),
  };
}

async function sentenceOf(tx: Tx, orgId: OrgId, audience: Audience): Promise<string | null> {
  if (audience.kind !== "conditions") return null;
  const conditions = storedConditions(audience.conditions);
  return conditionsWords(conditions, await knownIn(tx, orgId, [conditions]));
}

interface RefusedNumber {
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

const badField = (field: string, message: string) =>
  messagingError("campaign.bad_audience", { values: { said: message }, field });

function badNumbers(refused: RefusedNumber[]): DomainError {
  const lines = refused.slice(0, shownRefusals).map(({ line, reason }) => `Line ${line}: ${reason}`);
  const more = refused.length - lines.length;
  if (more > 0) lines.push(`… and ${more} more.`);
  return messagingError("campaign.bad_numbers", {
    values: { length: countOf(refused.length, "number") },
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
