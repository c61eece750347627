import { and, eq } from "drizzle-orm";
import { type TemplateSms, templates } from "#app/db/schema/whatsapp/templates.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { templateSmsChanged } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { getTemplate } from "#app/domain/whatsapp/templates/queries.server.ts";
import { fillText, variableNamesIn, variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { type SmsParts, smsPartsOf } from "#app/platform/text/smsParts.ts";
import { smsPartPrice } from "./plan.server.ts";

type Template = Awaited<ReturnType<typeof getTemplate>>;

/** An SMS text with a template's samples, and what it would cost. */
export interface SmsPreview extends SmsParts {
  text: string;
  /** Null: the organisation sends no SMS yet. */
  priceCents: number | null;
}

function previewOf(template: Template, text: string, partCents: number | null): SmsPreview {
  const samples = new Map(variablesOf(template.components).map(({ key, sample }) => [key, sample]));
  const filled = fillText(text, (name) => samples.get(name));
  const parts = smsPartsOf(filled);
  return { ...parts, text: filled, priceCents: partCents === null ? null : parts.parts * partCents };
}

/** A template with its SMS; `text`: to be previewed instead of the stored one. */
export async function getTemplateSms(
  ctx: OrgContext,
  { templateId, text }: { templateId: string; text?: string | undefined },
) {
  const template = await getTemplate(ctx, templateId);
  const partCents = await ctx.db.withOrg(ctx.orgId, (tx) => smsPartPrice(tx, ctx));
  const shown = text || template.sms?.text || bodyOf(template);
  return { template, partCents, text: shown, preview: previewOf(template, shown, partCents) };
}

/** The text of the template's body, with its variables. */
const bodyOf = ({ components }: Template): string =>
  components.flatMap((part) => (part.type === "BODY" ? part.text : []))[0] ?? "";

/**
 * Sets the SMS that follows where WhatsApp does not deliver, or removes it (`null`).
 * @throws DomainError `template.not_found`, `sms.marketing`, `sms.unknown_variable`, `sms.off`
 */
export async function setTemplateSms({
  ctx,
  input,
}: Call<{ templateId: string; sms: TemplateSms | null }>): Promise<void> {
  const { templateId, sms } = input;
  const template = await getTemplate(ctx, templateId);
  if (sms) requireFitting(template, sms);
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    if (sms && (await smsPartPrice(tx, ctx)) === null) throw messagingError("sms.off");
    await tx
      .update(templates)
      .set({ sms, updatedAt: ctx.clock.now() })
      .where(and(eq(templates.orgId, ctx.orgId), eq(templates.id, templateId)));
    const data = {
      template: template.name,
      waitSeconds: sms?.waitSeconds ?? null,
      maxCents: sms?.maxCents ?? null,
    };
    await record(tx, ctx, templateSmsChanged, { subject: templateId, data });
  });
}

/** Names of the body's variables only: others have no text. */
function requireFitting(template: Template, { text }: TemplateSms): void {
  if (template.category === "MARKETING") throw messagingError("sms.marketing");
  const known = new Set(template.variables.filter(({ place }) => place === "body").map(({ key }) => key));
  const unknown = variableNamesIn(text).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw messagingError("sms.unknown_variable", { values: { name: `{{${unknown}}}` }, field: "text" });
}
