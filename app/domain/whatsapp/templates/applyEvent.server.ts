import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Tx } from "#app/db/client.server.ts";
import { whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { type TemplateComponent, templates } from "#app/db/schema/whatsapp/templates.ts";
import { record } from "#app/domain/record/record.server.ts";
import { templateQualityChanged } from "#app/domain/whatsapp/events.ts";
import { withAccountOfTemplate } from "#app/domain/whatsapp/joins.ts";
import { notDeleted } from "#app/domain/whatsapp/notDeleted.ts";
import { metaActor } from "#app/platform/context.ts";
import type { Clock } from "#app/platform/time/clock.ts";
import { componentsFromMeta } from "#app/providers/meta/templates.server.ts";
import { announceCategory, moveCategory } from "./changeCategory.server.ts";
import { changeTemplateStatus } from "./changeStatus.server.ts";
import { rejectionOf } from "./rejection.ts";
import { statusAfter } from "./status.ts";

type Template = typeof templates.$inferSelect;

const category = z.enum(["MARKETING", "UTILITY", "AUTHENTICATION"]);

const text = z.union([z.string(), z.number()]).transform(String).optional();

/** A changed button, with the long field names of Meta's reference or the short ones of its examples. */
const changedButton = z
  .object({
    message_template_button_type: z.string(),
    message_template_button_text: text,
    message_template_button_url: text,
    message_template_button_phone_number: text,
    text,
    url: text,
    phone_number: text,
  })
  .transform((button) => ({
    type: button.message_template_button_type.toUpperCase(),
    text: button.text ?? button.message_template_button_text,
    url: button.url ?? button.message_template_button_url,
    phone_number: button.phone_number ?? button.message_template_button_phone_number,
  }))
  .refine(({ type, url }) => type !== "URL" || url !== undefined)
  .refine(({ type, phone_number: phone }) => type !== "PHONE_NUMBER" || phone !== undefined);

/** Fields common to template webhooks, and those of each kind (facts/whatsapp-cloud-api.md §5.4). */
const templateEvent = z.object({
  message_template_id: z.union([z.number(), z.string()]).transform(String),
  message_template_name: z.string().optional(),
  message_template_language: z.string().optional(),
  event: z.string().optional(),
  reason: z.string().nullish(),
  rejection_info: z
    .object({ reason: z.string().optional(), recommendation: z.string().optional() })
    .nullish(),
  other_info: z.object({ description: z.string().optional() }).nullish(),
  new_quality_score: z.string().optional(),
  new_category: z.string().optional(),
  correct_category: z.string().optional(),
  message_template_title: z.string().optional(),
  message_template_element: z.string().optional(),
  message_template_footer: z.string().optional(),
  message_template_buttons: z.array(changedButton).optional().catch(undefined),
});
type TemplateEvent = z.output<typeof templateEvent>;

/**
 * Applies a webhook about a template: status, quality, category or components. Unknown fields, bodies and
 * templates are ignored. Idempotent. `tx` must see the organisation of the WABA.
 */
export async function applyTemplateEvent(
  tx: Tx,
  event: { field: string; value: unknown; wabaId: string },
  clock: Clock,
): Promise<"applied" | "ignored"> {
  const parsed = templateEvent.safeParse(event.value);
  if (!parsed.success) return "ignored";
  const value = parsed.data;
  const template = await findTemplate(tx, event.wabaId, value);
  if (!template) return "ignored";
  switch (event.field) {
    case "message_template_status_update": {
      if (!value.event) return "ignored";
      await changeTemplateStatus(
        tx,
        template,
        { status: statusAfter(value.event), rejectionReason: reasonOf(value) },
        clock,
      );
      return "applied";
    }
    case "message_template_quality_update":
      if (!value.new_quality_score) return "ignored";
      await changeQuality(tx, template, value.new_quality_score, clock);
      return "applied";
    case "template_category_update":
      return changeCategory(tx, template, value, clock);
    case "message_template_components_update":
      await update(tx, template, { components: changedComponents(template.components, value) });
      return "applied";
    default:
      return "ignored";
  }
}

/** By Meta's id, else by name and language, which Meta writes with a dash or an underscore. */
async function findTemplate(tx: Tx, wabaId: string, value: TemplateEvent): Promise<Template | undefined> {
  const rows = await tx
    .select({ template: templates })
    .from(templates)
    .innerJoin(whatsappAccounts, withAccountOfTemplate)
    .where(
      and(
        eq(whatsappAccounts.wabaId, wabaId),
        notDeleted,
        value.message_template_name ? eq(templates.name, value.message_template_name) : undefined,
      ),
    );
  const all = rows.map(({ template }) => template);
  const byId = all.find(({ metaTemplateId }) => metaTemplateId === value.message_template_id);
  if (byId) return byId;
  const language = value.message_template_language?.replace("-", "_");
  const byName = all.find(
    (template) => template.metaTemplateId === null && sameLanguage(template.language, language),
  );
  if (byName) await update(tx, byName, { metaTemplateId: value.message_template_id });
  return byName;
}

const sameLanguage = (ours: string, theirs: string | undefined) =>
  theirs !== undefined && (ours === theirs || ours.toLowerCase() === theirs.toLowerCase());

async function update(tx: Tx, template: Template, values: Partial<Template>): Promise<void> {
  await tx
    .update(templates)
    .set(values)
    .where(and(eq(templates.orgId, template.orgId), eq(templates.id, template.id)));
}

function reasonOf(value: TemplateEvent): string | null {
  if (value.event === "REJECTED") return rejectionOf(value.reason, value.rejection_info);
  if (value.event === "PAUSED" || value.event === "DISABLED") return value.other_info?.description ?? null;
  return null;
}

async function changeQuality(tx: Tx, template: Template, quality: string, clock: Clock): Promise<void> {
  if (quality === template.qualityScore) return;
  await update(tx, template, { qualityScore: quality });
  const ctx = { orgId: template.orgId, actor: metaActor, clock };
  const { name, language, qualityScore: was } = template;
  await record(tx, ctx, templateQualityChanged, {
    subject: template.id,
    status: quality === "RED" ? "error" : quality === "YELLOW" ? "warning" : "success",
    data: { name, language, was, quality },
  });
}

/**
 * An announcement (`correct_category`) is stored and notified; a completed change also includes the new
 * price.
 */
async function changeCategory(
  tx: Tx,
  template: Template,
  value: TemplateEvent,
  clock: Clock,
): Promise<"applied" | "ignored"> {
  const announced = category.safeParse(value.correct_category);
  if (announced.success) {
    await announceCategory(tx, template, announced.data, clock);
    return "applied";
  }
  const next = category.safeParse(value.new_category);
  if (!next.success || value.correct_category !== undefined) return "ignored";
  await moveCategory(tx, template, next.data, clock);
  return "applied";
}

/** The event has only texts: samples are unchanged, and incomplete buttons are kept. */
function changedComponents(known: TemplateComponent[], value: TemplateEvent): TemplateComponent[] {
  const changed = known.map((component): TemplateComponent => {
    if (component.type === "BODY" && value.message_template_element)
      return { ...component, text: value.message_template_element };
    if (component.type === "HEADER" && component.format === "TEXT" && value.message_template_title)
      return { ...component, text: value.message_template_title };
    if (component.type === "FOOTER" && value.message_template_footer)
      return { ...component, text: value.message_template_footer };
    return component;
  });
  const buttons = value.message_template_buttons;
  if (!buttons) return changed;
  const fresh = componentsFromMeta([{ type: "BUTTONS", buttons }]);
  return [...changed.filter(({ type }) => type !== "BUTTONS"), ...fresh];
}
