import { eq } from "drizzle-orm";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { localeChanged } from "#app/domain/accounts/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { defaultLocale, type Locale } from "#app/platform/locale/locale.ts";

/** The language of members without a choice, of invitees, and of the organisation's invoices. */
export async function updateOrganisationLocale({ ctx, input }: Call<{ locale: Locale }>) {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const own = eq(organisations.id, ctx.orgId);
    const [org] = await tx
      .select({ locale: organisations.locale })
      .from(organisations)
      .where(own)
      .for("update");
    if (!org) throw notFound("Organisation");
    if (org.locale === input.locale) return;
    await tx.update(organisations).set({ locale: input.locale, updatedAt: ctx.clock.now() }).where(own);
    await record(tx, ctx, localeChanged, {
      subject: ctx.orgId,
      data: input,
      changes: { locale: [org.locale ?? defaultLocale, input.locale] },
    });
  });
  return { locale: input.locale };
}
