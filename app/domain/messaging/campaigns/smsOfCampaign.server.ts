import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { CampaignSms } from "#app/db/schema/messaging/campaigns.ts";
import { smsOf, smsPartPrice } from "#app/domain/messaging/sms/plan.server.ts";
import type { Quote } from "#app/domain/money/quote.server.ts";
import { fillText, variableNamesIn } from "#app/domain/whatsapp/templates/variables.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { smsPartsOf } from "#app/platform/text/smsParts.ts";
import { audienceFor, isRecipient, ownValue } from "./audience.server.ts";
import type { Campaign, Template } from "./find.server.ts";

/** The SMS that may follow a campaign's messages, and the price of a part; 0 with an account of one's own. */
export interface PlannedCampaignSms extends CampaignSms {
  partCents: number;
}

/** What a campaign's SMS can cost. */
export interface SmsQuote extends Pick<PlannedCampaignSms, "waitSeconds" | "mostCents" | "partCents"> {
  /** More than WhatsApp alone, if every message is sent by SMS. */
  addsCents: number;
}

export const smsQuoteOf = (
  sms: PlannedCampaignSms,
  { totalCents, paidMessages, ...price }: Quote,
): SmsQuote => ({
  ...{ waitSeconds: sms.waitSeconds, mostCents: sms.mostCents, partCents: sms.partCents },
  addsCents: totalCents - paidMessages * price.priceCentsPerMessage,
});

type Draft = Pick<Campaign, "audience" | "variables">;

/** Null: none follows, since the template has none, SMS is off, or the template's most does not pay for one part. */
export async function planCampaignSms(
  tx: Tx,
  ctx: OrgContext,
  draft: Draft,
  template: Template,
): Promise<PlannedCampaignSms | null> {
  const sms = smsOf(template);
  const partCents = sms && (await smsPartPrice(tx, ctx));
  if (!sms || partCents === null) return null;
  const { text, waitSeconds, maxCents } = sms;
  if (partCents === 0) return { text, waitSeconds, mostCents: 0, partCents };
  const mostParts = Math.floor(maxCents / partCents);
  if (mostParts === 0) return null;
  const parts = Math.min(mostParts, await longestParts(tx, ctx, draft, { template, text, mostParts }));
  return { text, waitSeconds, mostCents: parts * partCents, partCents };
}

interface Text {
  template: Template;
  text: string;
  mostParts: number;
}

/** The parts of a text in which every variable has the longest value of any recipient, and all have the least suitable alphabet. */
async function longestParts(
  tx: Tx,
  ctx: OrgContext,
  { audience, variables }: Draft,
  { template, text, mostParts }: Text,
): Promise<number> {
  const used = variableNamesIn(text).map((name) => [name, variables[name]] as const);
  const fields = used.flatMap(([name, source]) => (source?.from === "contact" ? [{ name, ...source }] : []));
  // Links and payments are written with the message.
  if (used.some(([, source]) => source?.from === "link" || source?.from === "payment")) return mostParts;
  const fixed = new Map(
    used.flatMap(([name, source]) => (source?.from === "text" ? [[name, source.value]] : [])),
  );
  if (fields.length === 0) return smsPartsOf(fillText(text, (name) => fixed.get(name))).parts;
  const columns = fields.flatMap(({ field, fallback }) => [
    lengthOf(field, fallback),
    isForeign(field, fallback),
  ]);
  const { rows } = await tx.execute<{ found: (string | null)[] }>(
    sql`select array[${sql.join(columns, sql`, `)}] as found from contacts c
      where ${await isRecipient(tx, audienceFor(ctx, audience, template.category))}`,
  );
  const { found } = rows[0]!;
  const longest = new Map(fields.map(({ name }, n) => [name, Number(found[2 * n] ?? 0)]));
  const foreign = fields.some((_, n) => found[2 * n + 1] === "true");
  const fill = (name: string) => fixed.get(name) ?? sampleOf(longest.get(name) ?? 0, foreign);
  return smsPartsOf(fillText(text, fill)).parts;
}

const sampleOf = (length: number, foreign: boolean): string =>
  (foreign ? "ш" : "x").repeat(Math.max(1, length));

const filledValue = (field: string, fallback: string): SQL =>
  sql`coalesce(${ownValue(field)}, ${fallback.replace(/\s+/g, " ").trim()}::text)`;

/** SQL: the units of the longest value. An emoji is two. */
const lengthOf = (field: string, fallback: string): SQL => {
  const value = filledValue(field, fallback);
  return sql`max(char_length(${value}) + char_length(regexp_replace(${value}, '[^\\U00010000-\\U0010FFFF]', '', 'g')))::text`;
};

/** SQL: a value has a character that is not certainly in the alphabet of SMS. */
const isForeign = (field: string, fallback: string): SQL =>
  sql`bool_or(${filledValue(field, fallback)} ~ '[^A-Za-z0-9 .,:;!?()/&%+''"@_#=*<>-]')::text`;
