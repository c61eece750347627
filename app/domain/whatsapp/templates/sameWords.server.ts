import { and, eq, ne, or, sql } from "drizzle-orm";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { notDeleted } from "#app/domain/whatsapp/notDeleted.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { m } from "#messages";
import { type DraftView, viewDraft } from "./check.ts";
import type { Warning } from "./lint.ts";

/** Lower case, without repeated blanks and variable names. */
const foldedWords = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/\{\{[^{}]*\}\}/g, "{{}}")
    .replaceAll(/\s+/g, " ")
    .trim();

/** A draft as `viewDraft` shows it, with a warning when another template has the same text. */
export async function checkDraft({
  ctx,
  input,
}: Call<{ posted: unknown; change?: string | undefined }>): Promise<DraftView> {
  const view = viewDraft(input);
  const same = await sameWords(ctx, view.values);
  return same ? { ...view, warnings: [same, ...view.warnings] } : view;
}

/** Meta rejects a template with the text of another one. */
async function sameWords(
  ctx: OrgContext,
  { name, language, body, category }: DraftView["values"],
): Promise<Warning | undefined> {
  const words = foldedWords(body);
  // The template itself is not a duplicate of itself.
  if (words === "" || name === "" || category === "AUTHENTICATION") return undefined;
  const stored = sql`btrim(regexp_replace(regexp_replace(lower(c ->> 'text'), '\\{\\{[^{}]*\\}\\}', '{{}}', 'g'), '\\s+', ' ', 'g'))`;
  const [found] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ name: templates.name })
      .from(templates)
      .where(
        and(
          eq(templates.orgId, ctx.orgId),
          notDeleted,
          ne(templates.status, "REJECTED"),
          or(ne(templates.name, name), ne(templates.language, language)),
          sql`jsonb_typeof(${templates.components}) = 'array'`,
          sql`exists (select 1 from jsonb_array_elements(${templates.components}) c where c ->> 'type' = 'BODY' and ${stored} = ${words})`,
        ),
      )
      .limit(1),
  );
  if (!found) return undefined;
  return {
    rule: "same_words",
    field: "body",
    text: m.templates_problem_same_text({ foundName: found.name }),
  };
}
