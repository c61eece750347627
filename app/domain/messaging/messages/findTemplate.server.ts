import { and, asc, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { phoneNumbers } from "#app/db/schema/whatsapp/accounts.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { notDeleted } from "#app/domain/whatsapp/notDeleted.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { m } from "#messages";

export interface TemplateByName {
  template: string;
  /** Where it exists in several. */
  language?: string | undefined;
}

/**
 * A template of the number's account, or of any without a number, by name, and by language where there are several.
 * @throws DomainError `template.not_found`, `template.language_needed`
 */
export async function findByName(
  tx: Tx,
  ctx: Pick<OrgContext, "orgId">,
  { phoneNumberId }: { phoneNumberId: string | undefined },
  { template, language }: Partial<TemplateByName>,
) {
  const found = await tx
    .select()
    .from(templates)
    .where(
      and(
        eq(templates.orgId, ctx.orgId),
        phoneNumberId === undefined
          ? undefined
          : inArray(
              templates.whatsappAccountId,
              tx
                .select({ id: phoneNumbers.whatsappAccountId })
                .from(phoneNumbers)
                .where(and(eq(phoneNumbers.orgId, ctx.orgId), eq(phoneNumbers.phoneNumberId, phoneNumberId))),
            ),
        eq(templates.name, template ?? ""),
        notDeleted,
        language === undefined ? undefined : eq(templates.language, language),
      ),
    )
    .orderBy(asc(templates.id));
  return oneTemplate(found);
}

/** @throws DomainError `template.not_found`, `template.language_needed` */
export function oneTemplate(found: readonly (typeof templates.$inferSelect)[]) {
  const [first, second] = found;
  if (!first) throw notFound("Template");
  if (second)
    throw messagingError("template.language_needed", {
      fields: {
        language: m.errors_template_language_needed_field({
          found: found.map((each) => each.language).join(", "),
        }),
      },
    });
  return first;
}
