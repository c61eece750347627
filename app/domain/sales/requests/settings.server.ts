import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { paymentSettings } from "#app/db/schema/sales/settings.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { together } from "#app/db/together.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { paymentSettingsChanged } from "#app/domain/sales/events.ts";
import { needsPlace, wordsIn } from "#app/domain/whatsapp/templates/files.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** An empty id: no template. */
export interface PaymentSettings {
  answersWords: boolean;
  askTemplateId: string;
}

/** There are values for so many words of a template: amount, reason, number, account. */
const mostWords = 4;

/** The settings, with the templates that can ask for money. */
export const getPaymentSettings = (ctx: OrgContext) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { settings, approved } = await readAll(tx, ctx.orgId);
    return {
      settings: {
        answersWords: settings[0]?.answersWords ?? true,
        askTemplateId: settings[0]?.askTemplateId ?? "",
      },
      templates: approved
        .filter(({ components }) => !needsPlace(components) && wordsIn(components).length <= mostWords)
        .map(({ id, name, language }) => ({ id, name, language })),
    };
  });

const readAll = (tx: Tx, orgId: OrgId) =>
  together(tx, {
    settings: tx
      .select({ answersWords: paymentSettings.answersWords, askTemplateId: paymentSettings.askTemplateId })
      .from(paymentSettings)
      .where(eq(paymentSettings.orgId, orgId)),
    approved: tx
      .select({
        id: templates.id,
        name: templates.name,
        language: templates.language,
        components: templates.components,
      })
      .from(templates)
      .where(and(eq(templates.orgId, orgId), eq(templates.status, "APPROVED")))
      .orderBy(asc(templates.name), asc(templates.language)),
  });

/** @throws DomainError `template.not_found` */
export async function savePaymentSettings({ ctx, input }: Call<PaymentSettings>): Promise<void> {
  const { orgId } = ctx;
  const { answersWords, askTemplateId } = input;
  await ctx.db.withOrg(orgId, async (tx) => {
    const { approved } = await readAll(tx, orgId);
    if (askTemplateId && !approved.some(({ id }) => id === askTemplateId)) throw notFound("Template");
    const change = { answersWords, askTemplateId: askTemplateId || null, updatedAt: ctx.clock.now() };
    await tx
      .insert(paymentSettings)
      .values({ orgId, ...change })
      .onConflictDoUpdate({ target: paymentSettings.orgId, set: change });
    await record(tx, ctx, paymentSettingsChanged, { subject: orgId, data: { answersWords } });
  });
}
