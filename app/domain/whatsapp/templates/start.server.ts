import { and, eq, ne } from "drizzle-orm";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { notDeleted } from "#app/domain/whatsapp/notDeleted.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { componentsOf } from "./draft.ts";
import { type LibraryLanguage, languageName, languageOptions, libraryLanguages } from "./languages.ts";
import { fromLibrary, library } from "./library.ts";
import { findTemplateRow } from "./queries.server.ts";
import { type DraftValues, draftFromTemplate, draftOfValues, emptyDraft } from "./values.ts";
import { renderTemplate, sampleValues } from "./variables.ts";
import { categoryWords } from "./words.ts";

interface Start {
  copy?: string | undefined;
  use?: string | undefined;
  language?: string | undefined;
}

/**
 * The initial values of a form for a new template, and the languages to choose from: empty, a copy of a
 * template, its version in another language (`""`: to be chosen), or one of the library.
 * @throws DomainError `template.not_found`
 */
export const startDraft = async (ctx: Pick<OrgContext, "db" | "orgId">, input: Start) => ({
  values: await startValues(ctx, input),
  languages: languageOptions(),
});

async function startValues(
  ctx: Pick<OrgContext, "db" | "orgId">,
  { copy, use, language }: Start,
): Promise<DraftValues> {
  if (copy !== undefined) {
    const { whatsappAccountId, ...template } = await findTemplateRow(ctx, copy);
    const values = { ...draftFromTemplate(template), whatsappAccountId };
    return language === undefined
      ? { ...values, name: `${template.name}_copy`.slice(0, 512) }
      : { ...values, language };
  }
  if (use === undefined) return emptyDraft;
  const values = fromLibrary(use, libraryLanguages.find((code) => code === language) ?? "en");
  if (!values) throw notFound("Template");
  return values;
}

/** The library in one language, each with its preview, and its languages. */
export function showLibrary(language: LibraryLanguage) {
  const templates = library.map(({ key, title, use, category }) => {
    const components = componentsOf(draftOfValues(fromLibrary(key, language)!));
    return {
      key,
      title,
      use,
      type: categoryWords[category],
      rendered: renderTemplate(components, sampleValues(components)),
    };
  });
  const languages = libraryLanguages.map((code) => ({ code, name: languageName(code) }));
  return { language, languages, templates };
}

/** The versions of this template in other languages. */
export async function otherLanguages(
  ctx: Pick<OrgContext, "db" | "orgId">,
  template: { id: string; name: string; whatsappAccountId: string },
) {
  return ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ id: templates.id, language: templates.language })
      .from(templates)
      .where(
        and(
          eq(templates.orgId, ctx.orgId),
          eq(templates.whatsappAccountId, template.whatsappAccountId),
          eq(templates.name, template.name),
          ne(templates.id, template.id),
          notDeleted,
        ),
      ),
  );
}
