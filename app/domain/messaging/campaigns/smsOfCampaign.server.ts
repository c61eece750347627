import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { CampaignSms, VariableSource } from "#app/db/schema/messaging/campaigns.ts";
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

/** The same of one of several templates, by its key. */
export type PlannedSms = PlannedCampaignSms & { key: string };

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

/** A template with the sources of its variables. */
interface Draft {
  key: string;
  template: Pick<Template, "category" | "sms">;
  variables: Campaign["variables"];
}

/** Null: none follows, since the template has none, SMS is off, or the template's most does not pay for one part. */
export async function planCampaignSms(
  tx: Tx,
  ctx: OrgContext,
  { audience, variables }: Pick<Campaign, "audience" | "variables">,
  template: Template,
): Promise<PlannedCampaignSms | null> {
  const [sms] = await planSmsOf(tx, ctx, audience, [{ key: "", template, variables }]);
  return sms ?? null;
}

/** The SMS that may follow messages of several templates to one audience; those without one are left out. */
export async function planSmsOf(
  tx: Tx,
  ctx: OrgContext,
  audience: Campaign["audience"],
  drafts: readonly Draft[],
): Promise<PlannedSms[]> {
  const wanted = drafts.flatMap(({ key, template, variables }) => {
    const sms = smsOf(template);
    return sms ? [{ ...sms, variables, key }] : [];
  });
  const partCents = wanted.length > 0 ? await smsPartPrice(tx, ctx) : null;
  if (partCents === null) return [];
  const planned = ({ text, waitSeconds, key }: (typeof wanted)[number], mostCents: number) => ({
    ...{ text, waitSeconds, key, mostCents, partCents },
  });
  if (partCents === 0) return wanted.map((sms) => planned(sms, 0));
  const paid = wanted
    .map((sms) => ({ ...sms, mostParts: Math.floor(sms.maxCents / partCents) }))
    .filter(({ mostParts }) => mostParts > 0);
  const longest = await longestValues(tx, ctx, audience, paid);
  return paid.map((sms) => planned(sms, Math.min(sms.mostParts, partsOf(sms, longest)) * partCents));
}

interface Text {
  text: string;
  variables: Campaign["variables"];
  mostParts: number;
}
type Field = Extract<VariableSource, { from: "contact" }>;

const usedIn = ({ text, variables }: Text) =>
  variableNamesIn(text).map((name) => [name, variables[name]] as const);

/** Links and payments are written with the message. */
const isLate = (text: Text): boolean =>
  usedIn(text).some(([, source]) => source?.from === "link" || source?.from === "payment");

const keyOf = ({ field, fallback }: Field) => JSON.stringify([field, fallback]);

/** The longest value that any recipient has in the fields of texts, and whether one needs another alphabet. */
async function longestValues(
  tx: Tx,
  ctx: OrgContext,
  audience: Campaign["audience"],
  texts: readonly Text[],
): Promise<Map<string, { length: number; isForeign: boolean }>> {
  const used = texts.flatMap((text) => (isLate(text) ? [] : usedIn(text)));
  const fields = new Map(
    used.flatMap(([, source]) => (source?.from === "contact" ? [[keyOf(source), source] as const] : [])),
  );
  if (fields.size === 0) return new Map();
  const columns = [...fields.values()].flatMap(({ field, fallback }) => [
    lengthOf(field, fallback),
    isForeign(field, fallback),
  ]);
  const { rows } = await tx.execute<{ found: (string | null)[] }>(
    sql`select array[${sql.join(columns, sql`, `)}] as found from contacts c
      where ${await isRecipient(tx, audienceFor(ctx, audience, "UTILITY"))}`,
  );
  const { found } = rows[0]!;
  return new Map(
    [...fields.keys()].map((key, n) => [
      key,
      { length: Number(found[2 * n] ?? 0), isForeign: found[2 * n + 1] === "true" },
    ]),
  );
}

/** The parts of a text in which every variable has the longest value of any recipient, and all have the least suitable alphabet. */
function partsOf(text: Text, longest: Awaited<ReturnType<typeof longestValues>>): number {
  if (isLate(text)) return text.mostParts;
  const used = new Map(usedIn(text));
  const longestOf = (source: VariableSource | undefined) =>
    source?.from === "contact" ? longest.get(keyOf(source)) : undefined;
  const foreign = [...used.values()].some((source) => longestOf(source)?.isForeign);
  const fill = (name: string) => {
    const source = used.get(name);
    return source?.from === "text" ? source.value : sampleOf(longestOf(source)?.length ?? 0, foreign);
  };
  return smsPartsOf(fillText(text.text, fill)).parts;
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
