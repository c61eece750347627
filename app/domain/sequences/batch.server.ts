import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { sequenceBatches } from "#app/db/schema/sequences/sequences.ts";
import { isRecipient } from "#app/domain/messaging/campaigns/audience.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { enrolIn, requireOn } from "./enrol.server.ts";
import { sequencesError } from "./errors.ts";
import { enrolmentsStarted } from "./events.ts";
import { enrolBatchJob } from "./jobs.ts";
import { anchorOf } from "./plan.ts";
import { audienceOf, type EnrolmentQuote, queryOf, quoteIn } from "./quote.server.ts";
import type { EnrolmentAudience } from "./schemas.ts";

const perTransaction = 200;

/**
 * @throws DomainError `sequence.not_found`, `sequence.not_on`, `sequence.needs_date`, `segment.not_found` and those of
 * `namedAudience`
 */
export const quoteEnrolment = ({
  ctx,
  input: { sequenceId, ...choice },
}: Call<EnrolmentAudience & { sequenceId: string }>): Promise<EnrolmentQuote> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { version } = await requireOn(tx, ctx, sequenceId);
    const audience = await audienceOf(tx, ctx, choice);
    return (await quoteIn(tx, ctx, { sequenceId, version, anchor: choice.anchor }, audience)).quoted;
  });

type Start = EnrolmentAudience & { sequenceId: string; people: number; totalCents: number; key: string };

/**
 * Lets a job enrol an audience as it was quoted, once for a key. @throws DomainError those of `quoteEnrolment`,
 * `sequence.no_one`, `sequence.quote_changed`
 */
export const startEnrolment = ({ ctx, input }: Call<Start>): Promise<{ batchId: string }> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { sequenceId, key } = input;
    const sequence = await requireOn(tx, ctx, sequenceId);
    const known = await batchOfKey(tx, ctx, key);
    if (known) return { batchId: known };
    const audience = await audienceOf(tx, ctx, input);
    const meant = { sequenceId, version: sequence.version, anchor: input.anchor };
    const { marketing, quoted } = await quoteIn(tx, ctx, meant, audience);
    const { people, totalCents } = quoted;
    if (people === 0) throw sequencesError("sequence.no_one");
    if (people !== input.people || totalCents > input.totalCents)
      throw sequencesError("sequence.quote_changed", {
        values: { people: formatCount(people), total: formatKes(totalCents) },
      });
    const anchorAt = anchorOf(input.anchor);
    const batch = { sequenceId, audience, marketing, anchorAt, people, totalCents, key };
    const batchId = await insertBatch(tx, ctx, batch);
    if (!batchId) return { batchId: (await batchOfKey(tx, ctx, key)) ?? "" };
    await ctx.jobs.enqueue(enrolBatchJob, { orgId: ctx.orgId, batchId }, { tx });
    const data = { sequence: sequence.name, people, totalCents };
    await record(tx, ctx, enrolmentsStarted, { subject: sequenceId, data });
    return { batchId };
  });

/** The id of a new batch; undefined when another one has its key. */
async function insertBatch(
  tx: Tx,
  ctx: OrgContext,
  batch: Omit<typeof sequenceBatches.$inferInsert, "orgId" | "id">,
): Promise<string | undefined> {
  const now = ctx.clock.now();
  const [row] = await tx
    .insert(sequenceBatches)
    .values({
      ...{ orgId: ctx.orgId, id: newId("sqb", now.getTime()), ...batch },
      ...{ startedBy: userOf(ctx.actor), createdAt: now },
    })
    .onConflictDoNothing()
    .returning({ id: sequenceBatches.id });
  return row?.id;
}

async function batchOfKey(tx: Tx, { orgId }: OrgContext, key: string): Promise<string | undefined> {
  const [known] = await tx
    .select({ id: sequenceBatches.id })
    .from(sequenceBatches)
    .where(and(eq(sequenceBatches.orgId, orgId), eq(sequenceBatches.key, key)));
  return known?.id;
}

/** Enrols the contacts of a batch: each part is a transaction with its progress, so that a killed job resumes there. */
export async function enrolBatch(ctx: OrgContext, batchId: string): Promise<{ enrolled: number }> {
  for (;;) {
    const { enrolled, more } = await ctx.db.withOrg(ctx.orgId, (tx) => enrolPart(tx, ctx, batchId));
    if (!more) return { enrolled };
  }
}

const ownBatch = ({ orgId }: OrgContext, batchId: string) =>
  and(eq(sequenceBatches.orgId, orgId), eq(sequenceBatches.id, batchId));

async function enrolPart(tx: Tx, ctx: OrgContext, batchId: string) {
  const [batch] = await tx.select().from(sequenceBatches).where(ownBatch(ctx, batchId)).for("update");
  if (!batch || batch.endedAt) return { enrolled: batch?.enrolled ?? 0, more: false };
  const { sequenceId, audience, marketing, anchorAt, through } = batch;
  const room = Math.min(perTransaction, batch.people - batch.enrolled);
  const condition = await isRecipient(tx, queryOf(ctx, audience, marketing));
  const { rows } = await tx.execute<{ id: string }>(sql`
    select c.id from contacts c where ${condition} and c.id > ${through ?? ""} order by c.id limit ${room}`);
  const people = rows.map(({ id: contactId }) => ({ contactId, anchorAt }));
  const source = audience.kind === "contacts" ? "member" : "audience";
  const added = await enrolIfOn(tx, ctx, sequenceId, people, { source, batchId });
  const enrolled = batch.enrolled + (added?.length ?? 0);
  const more = added !== null && rows.length === room && enrolled < batch.people;
  const change = { enrolled, through: rows.at(-1)?.id ?? through, endedAt: more ? null : ctx.clock.now() };
  await tx.update(sequenceBatches).set(change).where(ownBatch(ctx, batchId));
  return { enrolled, more };
}

/** Null for a sequence that was switched off, or has come to need a date: the rest of the batch is not enrolled. */
const lost = new Set(["sequence.not_on", "sequence.needs_date"]);
const enrolIfOn = (...args: Parameters<typeof enrolIn>) =>
  enrolIn(...args).catch((error: unknown) => {
    if (error instanceof DomainError && lost.has(error.code)) return null;
    throw error;
  });

/** The batches that are not done, oldest first. */
export const runningBatches = (tx: Tx, { orgId }: Pick<OrgContext, "orgId">, sequenceId: string) =>
  tx
    .select({ id: sequenceBatches.id, people: sequenceBatches.people, enrolled: sequenceBatches.enrolled })
    .from(sequenceBatches)
    .where(
      and(
        eq(sequenceBatches.orgId, orgId),
        eq(sequenceBatches.sequenceId, sequenceId),
        gt(sequenceBatches.people, 0),
        sql`${sequenceBatches.endedAt} is null`,
      ),
    )
    .orderBy(asc(sequenceBatches.id));
