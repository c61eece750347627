import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { type SmsReason, smsSettings } from "#app/db/schema/messaging/sms.ts";
import type { TemplateSms, templates } from "#app/db/schema/whatsapp/templates.ts";
import { readPrices } from "#app/domain/money/prices/read.server.ts";
import { fillText } from "#app/domain/whatsapp/templates/variables.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { smsPartsOf } from "#app/platform/text/smsParts.ts";

/** The SMS that may follow a message, priced; with a reason, none follows. */
export interface PlannedSms {
  body: string;
  parts: number;
  waitSeconds: number;
  priceCents: number;
  reason: SmsReason | null;
}

/** What an organisation pays for one part; null: it sends no SMS. */
export async function smsPartPrice(tx: Tx, ctx: OrgContext): Promise<number | null> {
  const [row] = await tx
    .select({ account: smsSettings.account, isOn: smsSettings.isOn })
    .from(smsSettings)
    .where(eq(smsSettings.orgId, ctx.orgId));
  if (!row?.isOn || (row.account === "platform" && !ctx.config.sms.account)) return null;
  return row.account === "own" ? 0 : (await readPrices(tx)).smsPartAt(ctx.clock.now());
}

type Template = Pick<typeof templates.$inferSelect, "category" | "sms">;

/** Marketing has no SMS: networks want another sender name and another consent for it. */
export const smsOf = ({ category, sms }: Template): TemplateSms | null =>
  category === "MARKETING" ? null : sms;

export interface Person {
  phone: string | null;
  waId: string | null;
  smsOptedOutAt: Date | null;
}

/** The price of the platform's account holds for Kenya. */
const ourCountry = "+254";

export const smsNumberOf = ({ phone, waId }: Pick<Person, "phone" | "waId">): string | null =>
  phone ?? (waId ? `+${waId}` : null);

/** The SMS of a template for one person. `partCents`: as `smsPartPrice` returns. */
export function planSms(
  sms: TemplateSms,
  person: Person,
  { variables, partCents }: { variables: Readonly<Record<string, string>>; partCents: number | null },
): PlannedSms {
  const body = fillText(sms.text, (name) => variables[name]);
  const { parts } = smsPartsOf(body);
  const priceCents = parts * (partCents ?? 0);
  const reasonOf = (): SmsReason | null => {
    if (partCents === null) return "no_account";
    if (person.smsOptedOutAt) return "opted_out";
    const number = smsNumberOf(person);
    if (number === null) return "no_number";
    if (partCents > 0 && !number.startsWith(ourCountry)) return "abroad";
    return priceCents > sms.maxCents ? "too_expensive" : null;
  };
  return { body, parts, waitSeconds: sms.waitSeconds, priceCents, reason: reasonOf() };
}
