import { and, asc, count, countDistinct, desc, eq, ilike, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { containing } from "#app/db/containing.ts";
import { whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { withAccountOfTemplate } from "#app/domain/whatsapp/joins.ts";
import { notDeleted } from "#app/domain/whatsapp/notDeleted.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { pageOf } from "#app/platform/pageOf.ts";
import { editLimit } from "./editLimit.ts";
import { languageName } from "./languages.ts";
import { rejectionWords } from "./rejection.ts";
import { isEditable, isSendable, isUnderReview, statusesOf, statusWords } from "./status.ts";
import { unsupportedPart } from "./unsupported.ts";
import { renderTemplate, sampleValues, variablesOf } from "./variables.ts";
import { categoryWords, type StatusFilter } from "./words.ts";

export type TemplateRow = typeof templates.$inferSelect;

type OrgDb = Pick<OrgContext, "db" | "orgId">;

/** @throws DomainError `template.not_found` for a foreign, missing or deleted template. */
export async function findTemplateRow(ctx: OrgDb, id: string): Promise<TemplateRow> {
  const [template] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(templates)
      .where(and(eq(templates.orgId, ctx.orgId), eq(templates.id, id), notDeleted)),
  );
  if (!template) throw notFound("Template");
  return template;
}

const asListed = (template: TemplateRow) => ({
  id: template.id,
  name: template.name,
  type: categoryWords[template.category],
  category: template.category,
  language: template.language,
  languageName: languageName(template.language),
  status: template.status,
  statusWords: statusWords(template.status),
  underReview: isUnderReview(template.status),
  rejectionReason: rejectionWords(template.rejectionReason),
  dateSubmitted: template.submittedAt,
});

/** `%` and `_` of a search are literal. */

/** SQL: the search text is part of the name or of any text of the template. */
export const templateMatches = (search: string): SQL =>
  or(
    ilike(templates.name, containing(search)),
    sql`${templates.components}::text ilike ${containing(search)}`,
  ) as SQL;

/** A page of templates, newest first. */
export async function listTemplates(
  ctx: OrgDb,
  filter: { search: string; status: StatusFilter; page: number; pageSize: number },
) {
  const matching = and(
    eq(templates.orgId, ctx.orgId),
    notDeleted,
    filter.search ? templateMatches(filter.search) : undefined,
    filter.status === "all" ? undefined : inArray(templates.status, [...statusesOf[filter.status]]),
  );
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const counted = await tx.$count(templates, matching);
    const [existing] = await tx
      .select({ total: count(), accounts: countDistinct(templates.whatsappAccountId) })
      .from(templates)
      .where(and(eq(templates.orgId, ctx.orgId), notDeleted));
    const { page, pages, total, offset } = pageOf(counted, filter.page, filter.pageSize);
    const rows = await tx
      .select({ template: templates, account: whatsappAccounts.name, wabaId: whatsappAccounts.wabaId })
      .from(templates)
      .leftJoin(whatsappAccounts, withAccountOfTemplate)
      .where(matching)
      .orderBy(desc(templates.createdAt), asc(templates.id))
      .limit(filter.pageSize)
      .offset(offset);
    return {
      templates: rows.map(({ template, account, wabaId }) => ({
        ...asListed(template),
        /** Its account, when the organisation's templates are in several. */
        account: existing && existing.accounts > 1 ? account || wabaId : null,
      })),
      page,
      pages,
      total,
      existing: existing?.total ?? 0,
    };
  });
}

const mostChoices = 100;

/** The templates that may be sent, newest first, not yet queried. */
export const approvedTemplates = (tx: Tx, orgId: OrgId) =>
  tx
    .select({
      id: templates.id,
      name: templates.name,
      category: templates.category,
      language: templates.language,
    })
    .from(templates)
    .where(and(eq(templates.orgId, orgId), notDeleted, inArray(templates.status, [...statusesOf.approved])))
    .orderBy(desc(templates.createdAt), asc(templates.id))
    .limit(mostChoices);

/** The number of templates in any state, not yet queried. */
export const countTemplates = (tx: Tx, orgId: OrgId) =>
  tx
    .select({ total: count() })
    .from(templates)
    .where(and(eq(templates.orgId, orgId), notDeleted));

/** One template with its variables, and its preview filled with the samples. */
export async function getTemplate(ctx: OrgDb & Pick<OrgContext, "clock">, id: string) {
  const template = await findTemplateRow(ctx, id);
  return {
    ...asListed(template),
    parameterFormat: template.parameterFormat,
    components: template.components,
    qualityScore: template.qualityScore,
    statusChangedAt: template.statusChangedAt,
    whatsappAccountId: template.whatsappAccountId,
    sms: template.sms,
    variables: variablesOf(template.components),
    rendered: renderTemplate(template.components, sampleValues(template.components)),
    sendable: isSendable(template.status) && unsupportedPart(template.components) === null,
    editable: isEditable(template),
    /** When an approved template can be edited again, if it can't be now. */
    editableFrom:
      template.status === "APPROVED" ? (editLimit(template.edits, ctx.clock.now())?.until ?? null) : null,
    correctCategory: template.correctCategory,
    previousCategory: template.previousCategory,
    categoryChangedAt: template.categoryChangedAt,
    unsupported: unsupportedPart(template.components),
  };
}

/** A template's preview with the given values; a variable without a value shows its sample. */
export async function previewTemplate(
  ctx: OrgDb & Pick<OrgContext, "clock">,
  id: string,
  values: Record<string, string>,
) {
  const template = await getTemplate(ctx, id);
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ""));
  const filled = { ...sampleValues(template.components), ...given };
  return { template, values: filled, rendered: renderTemplate(template.components, filled) };
}

/** Templates newest first, one more than `limit`; `after` is the last id of the previous page. */
export async function pageOfTemplates(
  ctx: OrgDb,
  { limit, after, name }: { limit: number; after: string | undefined; name: string | undefined },
): Promise<TemplateRow[]> {
  return ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(templates)
      .where(
        and(
          eq(templates.orgId, ctx.orgId),
          notDeleted,
          name === undefined ? undefined : eq(templates.name, name),
          after === undefined ? undefined : lt(templates.id, after),
        ),
      )
      .orderBy(desc(templates.id))
      .limit(limit + 1),
  );
}
