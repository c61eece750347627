import { and, desc, eq } from "drizzle-orm";
import { events } from "#app/db/schema/record/events.ts";
import { wordsOf } from "#app/domain/insights/events/words.ts";
import { readMessagePrice } from "#app/domain/money/messagePrice/read.server.ts";
import { rateCardOf } from "#app/domain/money/quote.server.ts";
import { languageName } from "#app/domain/whatsapp/templates/languages.ts";
import { findTemplateRow } from "#app/domain/whatsapp/templates/queries.server.ts";
import { otherLanguages } from "#app/domain/whatsapp/templates/start.server.ts";
import { categoryWords } from "#app/domain/whatsapp/templates/words.ts";
import type { OrgContext } from "#app/platform/context.ts";

const most = 50;

/**
 * States and changes of a template, newest first; what a change of its category by Meta does to its price, in KES cents; and its
 * other languages. @throws DomainError `template.not_found`
 */
export async function getTemplateHistory(ctx: OrgContext, templateId: string) {
  const template = await findTemplateRow(ctx, templateId);
  const versions = await otherLanguages(ctx, template);
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const rows = await tx
      .select()
      .from(events)
      .where(and(eq(events.orgId, ctx.orgId), eq(events.subjectId, template.id)))
      .orderBy(desc(events.at), desc(events.id))
      .limit(most);
    const { card } = await rateCardOf(tx, ctx.orgId, ctx.clock.now());
    const messagePrice = await readMessagePrice(tx, card.perMessageCents, ctx.clock.now());
    const costs = messagePrice.metaCents;
    const [was, now] = template.correctCategory
      ? [template.category, template.correctCategory]
      : [template.previousCategory, template.category];
    return {
      entries: rows.map((event) => ({ id: event.id, at: event.at, status: event.status, ...wordsOf(event) })),
      categoryChange: was
        ? {
            isDone: template.correctCategory === null,
            at: template.correctCategory === null ? template.categoryChangedAt : null,
            was: categoryWords[was],
            now: categoryWords[now],
            wasCents: costs[was] ?? null,
            cents: costs[now] ?? null,
            needsConsent: now === "MARKETING",
            ourCents: card.perMessageCents,
          }
        : null,
      category: template.category,
      messagePrice,
      versions: versions.map(({ id, language }) => ({ id, languageName: languageName(language) })),
    };
  });
}
