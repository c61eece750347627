import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { queryRows, type Tx } from "#app/db/client.server.ts";
import { containing } from "#app/db/containing.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { platformSettings } from "#app/db/schema/record/platformSettings.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { consoleError } from "#app/domain/console/errors.ts";
import { ofThePlatform, record } from "#app/domain/record/record.server.ts";
import { submitTemplateJob } from "#app/domain/whatsapp/jobs.ts";
import { changeTemplateStatus } from "#app/domain/whatsapp/templates/changeStatus.server.ts";
import { languageName } from "#app/domain/whatsapp/templates/languages.ts";
import { rejectionNote, rejectionWords } from "#app/domain/whatsapp/templates/rejection.ts";
import { isReviewOn, reviewSetting } from "#app/domain/whatsapp/templates/review.server.ts";
import { statusesOf, statusWords } from "#app/domain/whatsapp/templates/status.ts";
import { renderTemplate, sampleValues } from "#app/domain/whatsapp/templates/variables.ts";
import { categoryWords } from "#app/domain/whatsapp/templates/words.ts";
import type { Call, StaffContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { templatePassedReview, templateReturned, templateReviewSwitched } from "./events.ts";
import { findPage } from "./page.server.ts";
import type { templateQuery } from "./schemas.ts";
import { staffOrgContext } from "./staffContext.ts";

const statusesFor = (status: z.output<typeof templateQuery>["status"]): readonly string[] | null =>
  status === "all" ? null : status === "review" ? ["PLATFORM_REVIEW"] : statusesOf[status];

/** The Templates tab: counts, breakdowns, and one page of submissions, newest first. */
export async function listTemplates({ ctx, input }: Call<z.output<typeof templateQuery>, StaffContext>) {
  const reviewOn = await isReviewOn(ctx);
  return ctx.db.withSystem(async (tx) => {
    const groups = await queryRows<Group>(
      tx,
      "select status, category, language, count(*)::int as total from templates where status <> 'DELETED' group by 1, 2, 3",
    );
    const { keys, ...found } = await findPage(tx, input.page, {
      text: `select t.org_id, t.id, t.created_at as at from templates t where t.status <> 'DELETED'
        and ($2::text[] is null or t.status = any($2)) and ($1::text is null
          or t.name ilike $1 or t.org_id in (select id from organisations where name ilike $1))`,
      values: [input.search ? containing(input.search) : null, statusesFor(input.status)],
    });
    return { reviewOn, ...summaryOf(groups), templates: await readSubmissions(tx, keys), ...found };
  });
}

interface Submission {
  id: string;
  orgId: string;
  name: string;
  business: string;
  category: keyof typeof categoryWords;
  status: string;
  language: string;
  submittedDate: Date;
}

async function readSubmissions(tx: Tx, keys: [orgIds: string[], ids: string[]]) {
  const rows = await queryRows<Submission>(
    tx,
    `select t.id, t.org_id as "orgId", t.name, o.name as business, t.category, t.status, t.language,
        coalesce(t.submitted_at, t.created_at) as "submittedDate"
      from templates t join organisations o on o.id = t.org_id
      where (t.org_id, t.id) in (select * from unnest($1::text[], $2::text[])) order by t.created_at desc, t.id desc`,
    keys,
  );
  return rows.map((row) => ({
    ...row,
    type: categoryWords[row.category],
    languageName: languageName(row.language),
    statusWords: statusWords(row.status),
  }));
}

interface Group {
  status: string;
  category: string;
  language: string;
  total: number;
}

function summaryOf(groups: Group[]) {
  const sum = (fits: (group: Group) => boolean) =>
    groups.filter(fits).reduce((total, group) => total + group.total, 0);
  const within = (statuses: readonly string[]) => sum(({ status }) => statuses.includes(status));
  const languages = [...new Set(groups.map(({ language }) => language))];
  return {
    counts: {
      total: sum(() => true),
      approved: within(statusesOf.approved),
      pending: within(statusesOf.pending),
      rejected: within(statusesOf.rejected),
      review: within(["PLATFORM_REVIEW"]),
    },
    types: Object.entries(categoryWords).map(([category, name]) => ({
      name,
      value: sum((group) => group.category === category),
    })),
    languages: languages
      .map((code) => ({ name: languageName(code), value: sum(({ language }) => language === code) }))
      .sort((a, b) => b.value - a.value),
  };
}

/** A template as customers would see it, for a review. @throws DomainError `template.not_found`. */
export async function getTemplateForReview({
  ctx,
  input,
}: Call<{ orgId: string; templateId: string }, StaffContext>) {
  const [row] = await ctx.db.withSystem((tx) =>
    tx
      .select({ template: templates, business: organisations.name })
      .from(templates)
      .innerJoin(organisations, eq(organisations.id, templates.orgId))
      .where(and(eq(templates.orgId, input.orgId as OrgId), eq(templates.id, input.templateId))),
  );
  if (!row) throw notFound("Template");
  const { template, business } = row;
  return {
    id: template.id,
    orgId: template.orgId,
    name: template.name,
    business,
    type: categoryWords[template.category],
    languageName: languageName(template.language),
    statusWords: statusWords(template.status),
    rejectionReason: rejectionWords(template.rejectionReason),
    submittedDate: template.submittedAt ?? template.createdAt,
    rendered: renderTemplate(template.components, sampleValues(template.components)),
    awaitsReview: template.status === "PLATFORM_REVIEW",
  };
}

/**
 * Staff's verdict on a pending template: approved, a job submits it to Meta; returned, its organisation reads
 * the reason and may change it. @throws DomainError `template.not_found`, `template.not_in_review` (409).
 */
export async function reviewTemplate({
  ctx,
  input,
}: Call<
  { orgId: string; templateId: string; verdict: "approve" | "return"; reason: string },
  StaffContext
>): Promise<{ name: string }> {
  return ctx.db.withSystem(async (tx) => {
    const ours = and(eq(templates.orgId, input.orgId as OrgId), eq(templates.id, input.templateId));
    const [template] = await tx.select().from(templates).where(ours).for("update");
    if (!template) throw notFound("Template");
    if (template.status !== "PLATFORM_REVIEW") throw consoleError("template.not_in_review");
    if (input.verdict === "return")
      await changeTemplateStatus(
        tx,
        template,
        { status: "REJECTED", rejectionReason: rejectionNote("template.returned", { said: input.reason }) },
        ctx.clock,
      );
    else {
      await tx.update(templates).set({ status: "DRAFT", statusChangedAt: ctx.clock.now() }).where(ours);
      await ctx.jobs.enqueue(submitTemplateJob, { orgId: template.orgId, templateId: template.id }, { tx });
    }
    const event = input.verdict === "approve" ? templatePassedReview : templateReturned;
    await record(tx, staffOrgContext(ctx, template.orgId), event, {
      subject: template.id,
      data: { name: template.name, language: template.language, reason: input.reason },
    });
    return { name: template.name };
  });
}

/** Switches the review on or off. Pending ones still wait for a verdict. */
export async function setTemplateReview({
  ctx,
  input,
}: Call<{ templateReview: "on" | "off"; reason: string }, StaffContext>): Promise<{
  templateReview: "on" | "off";
}> {
  const { templateReview, reason } = input;
  const change = {
    value: templateReview === "on",
    changedBy: ctx.session.userId,
    changedAt: ctx.clock.now(),
  };
  await ctx.db.withSystem(async (tx) => {
    await tx
      .insert(platformSettings)
      .values({ key: reviewSetting, ...change })
      .onConflictDoUpdate({ target: platformSettings.key, set: change });
    await record(tx, staffOrgContext(ctx, ofThePlatform), templateReviewSwitched, {
      subject: null,
      data: { value: templateReview, reason },
    });
  });
  return { templateReview };
}
