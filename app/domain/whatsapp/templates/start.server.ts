import { and, eq } from "drizzle-orm";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { notDeleted } from "#app/domain/whatsapp/notDeleted.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { componentsOf } from "./draft.ts";
import { fromLibrary, library } from "./library.ts";
import { findTemplateRow } from "./queries.server.ts";
import { type DraftValues, draftFromTemplate, draftOfValues, emptyDraft } from "./values.ts";
import { renderTemplate, sampleValues } from "./variables.ts";
import { categoryWords, languageWords } from "./words.ts";

type Language = keyof typeof languageWords;
const languages = Object.keys(languageWords) as Language[];

/**
 * The initial values of a form for a new template: empty, a copy of a template, its version in another
 * language, or one of the library. @throws DomainError `template.not_found`
 */
export async function startDraft(
  ctx: Pick<OrgContext, "db" | "orgId">,
  input: { copy?: string | undefined; use?: string | undefined; language?: Language | undefined },
): Promise<{ values: DraftValues }> {
  const { copy, use, language } = input;
  if (copy !== undefined) {
    const { whatsappAccountId, ...template } = await findTemplateRow(ctx, copy);
    const values = { ...draftFromTemplate(template), whatsappAccountId };
    return {
      values: language ? { ...values, language } : { ...values, name: `${template.name}_copy`.slice(0, 512) },
    };
  }
  if (use === undefined) return { values: emptyDraft };
  const values = fromLibrary(use, language ?? "en");
  if (!values) throw notFound("Template");
  return { values };
}

/** The library in one language, each with its preview. */
export function showLibrary(language: Language) {
  return library.map(({ key, title, use, category }) => {
    const components = componentsOf(draftOfValues(fromLibrary(key, language)!));
    return {
      key,
      title,
      use,
      type: categoryWords[category],
      rendered: renderTemplate(components, sampleValues(components)),
    };
  });
}

/** Languages without a version of this template, and its versions in other languages. */
export async function otherLanguages(
  ctx: Pick<OrgContext, "db" | "orgId">,
  template: { id: string; name: string; whatsappAccountId: string },
) {
  const rows = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ id: templates.id, language: templates.language, status: templates.status })
      .from(templates)
      .where(
        and(
          eq(templates.orgId, ctx.orgId),
          eq(templates.whatsappAccountId, template.whatsappAccountId),
          eq(templates.name, template.name),
          notDeleted,
        ),
      ),
  );
  return {
    versions: rows.filter(({ id }) => id !== template.id),
    missing: languages.filter((code) => !rows.some(({ language }) => language.startsWith(code))),
  };
}
