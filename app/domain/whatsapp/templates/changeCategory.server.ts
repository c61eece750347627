import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { metaCentsOf } from "#app/domain/money/messagePrice/read.server.ts";
import { readPrices } from "#app/domain/money/prices/read.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { templateCategoryAnnounced, templateCategoryChanged } from "#app/domain/whatsapp/events.ts";
import { metaActor } from "#app/platform/context.ts";
import type { Clock } from "#app/platform/time/clock.ts";
import type { TemplateCategory } from "./words.ts";

type Template = typeof templates.$inferSelect;

const update = (tx: Tx, template: Template, values: Partial<Template>) =>
  tx
    .update(templates)
    .set(values)
    .where(and(eq(templates.orgId, template.orgId), eq(templates.id, template.id)));

async function factsOf(tx: Tx, template: Template, category: TemplateCategory, clock: Clock) {
  const costs = metaCentsOf(await readPrices(tx), clock.now());
  return {
    name: template.name,
    language: template.language,
    was: template.category,
    category,
    wasCents: costs[template.category] ?? null,
    cents: costs[category] ?? null,
  };
}

/** Stores a category change that Meta announced, and notifies once. */
export async function announceCategory(
  tx: Tx,
  template: Template,
  category: TemplateCategory,
  clock: Clock,
): Promise<void> {
  if (category === template.category || category === template.correctCategory) return;
  await update(tx, template, { correctCategory: category });
  await record(tx, { orgId: template.orgId, actor: metaActor, clock }, templateCategoryAnnounced, {
    subject: template.id,
    data: await factsOf(tx, template, category, clock),
  });
}

/** Stores the new category, which also decides a message's price and recipients. */
export async function moveCategory(
  tx: Tx,
  template: Template,
  category: TemplateCategory,
  clock: Clock,
): Promise<void> {
  if (category === template.category) return;
  await update(tx, template, {
    category,
    correctCategory: null,
    previousCategory: template.category,
    categoryChangedAt: clock.now(),
  });
  await record(tx, { orgId: template.orgId, actor: metaActor, clock }, templateCategoryChanged, {
    subject: template.id,
    data: await factsOf(tx, template, category, clock),
    changes: { category: [template.category, category] },
  });
}
