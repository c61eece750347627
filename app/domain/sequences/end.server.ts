import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { type EnrolmentEnd, sequenceEnrolments, sequences } from "#app/db/schema/sequences/sequences.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { recordAll } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { enrolmentEnded } from "./events.ts";
import { endEnrolmentsJob } from "./jobs.ts";
import { addToTotals, endOf } from "./totals.server.ts";

type Context = Pick<OrgContext, "orgId" | "jobs">;

/**
 * Ends the enrolments about something, such as a due that was paid, once the caller's transaction commits: a job does it,
 * since the caller may hold locks that a running step waits for.
 */
export async function endEnrolments(
  tx: Tx,
  { orgId, jobs }: Context,
  subjectId: string,
  reason: "paid" | "subject",
): Promise<void> {
  const [open] = await tx
    .select({ id: sequenceEnrolments.id })
    .from(sequenceEnrolments)
    .where(
      and(
        eq(sequenceEnrolments.orgId, orgId),
        eq(sequenceEnrolments.subjectId, subjectId),
        isNull(sequenceEnrolments.endedAt),
      ),
    )
    .limit(1);
  if (open) await jobs.enqueue(endEnrolmentsJob, { orgId, subjectIds: [subjectId], reason }, { tx });
}

interface Ended {
  contactIds: readonly string[];
  subjectIds: readonly string[];
  reason: EnrolmentEnd;
}

/**
 * Ends the open enrolments of contacts, as far as their sequences end by the reason, and those about something. A reply
 * counts for the message before it: a sequence that has sent nothing is not answered.
 */
export async function endEnrolmentsOf(ctx: OrgContext, ended: Ended): Promise<{ ended: number }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    if (ended.reason === "replied") await noteReplies(tx, ctx, ended.contactIds);
    const meant = and(matching(ended), bySetting(ctx, ended.reason));
    return { ended: await endThose(tx, ctx, meant, ended.reason) };
  });
}

const any = (column: PgColumn, ids: readonly string[]) =>
  ids.length === 0 ? sql`false` : inArray(column, [...ids]);

/** A payment of a contact ends what is about no due of its own. */
const matching = ({ contactIds, subjectIds, reason }: Ended) =>
  or(
    any(sequenceEnrolments.subjectId, subjectIds),
    and(
      any(sequenceEnrolments.contactId, contactIds),
      reason === "paid" ? eq(sequenceEnrolments.subjectId, "") : undefined,
    ),
  );

/** Those whose sequence ends by the reason. */
function bySetting({ orgId }: Pick<OrgContext, "orgId">, reason: EnrolmentEnd) {
  const setting = (column: "ends_on_reply" | "ends_on_payment") =>
    sql`exists (select 1 from sequences q where q.org_id = ${orgId} and q.id = ${sequenceEnrolments.sequenceId}
      and q.${sql.raw(column)})`;
  if (reason === "paid") return or(setting("ends_on_payment"), sql`${sequenceEnrolments.subjectId} <> ''`);
  if (reason !== "replied") return undefined;
  return and(
    setting("ends_on_reply"),
    sql`exists (select 1 from sequence_step_runs r where r.org_id = ${orgId}
      and r.enrolment_id = ${sequenceEnrolments.id} and r.outcome = 'sent')`,
  );
}

/** The message that was answered is the last one of each open enrolment. */
async function noteReplies(tx: Tx, ctx: OrgContext, contactIds: readonly string[]): Promise<void> {
  const now = ctx.clock.now().toISOString();
  const { rows } = await tx.execute<{ sequenceId: string; stepId: string }>(sql`
    update sequence_step_runs r set replied_at = ${now}::timestamptz
    from (
      select distinct on (e.id) e.id, s.step_id from sequence_enrolments e
      join sequence_step_runs s on s.org_id = ${ctx.orgId} and s.enrolment_id = e.id and s.outcome = 'sent'
      where e.org_id = ${ctx.orgId} and e.contact_id = any(${sql.param([...contactIds])}::text[]) and e.ended_at is null
      order by e.id, s.at desc
    ) last
    where r.org_id = ${ctx.orgId} and r.enrolment_id = last.id and r.step_id = last.step_id and r.replied_at is null
    returning r.sequence_id as "sequenceId", r.step_id as "stepId"`);
  await addToTotals(
    tx,
    ctx.orgId,
    rows.map((step) => ({ ...step, counted: "answered", by: 1 })),
  );
}

type Condition = ReturnType<typeof and>;

async function endThose(tx: Tx, ctx: OrgContext, meant: Condition, reason: EnrolmentEnd): Promise<number> {
  const ids = await lockOpen(tx, ctx, meant);
  if (ids.length === 0) return 0;
  const those = and(eq(sequenceEnrolments.orgId, ctx.orgId), inArray(sequenceEnrolments.id, ids));
  const ended = await tx
    .select({
      sequenceId: sequenceEnrolments.sequenceId,
      stepId: sequenceEnrolments.stepId,
      sequence: sequences.name,
      contactId: contacts.id,
      name: contacts.name,
      phone: contacts.phone,
    })
    .from(sequenceEnrolments)
    .innerJoin(
      sequences,
      and(eq(sequences.orgId, ctx.orgId), eq(sequences.id, sequenceEnrolments.sequenceId)),
    )
    .innerJoin(contacts, and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, sequenceEnrolments.contactId)))
    .where(those)
    .orderBy(asc(sequenceEnrolments.id));
  await tx.update(sequenceEnrolments).set(endedBy(reason, ctx.clock.now())).where(those);
  await recordAll(
    tx,
    ctx,
    enrolmentEnded,
    ended.map(({ sequenceId, sequence, contactId, name, phone }) => ({
      subject: sequenceId,
      data: { sequence, contactId, contact: nameOf(name, phone), reason },
    })),
  );
  await addToTotals(tx, ctx.orgId, ended.flatMap(endOf(reason)));
  return ids.length;
}

/** The ids of open enrolments of contacts that exist, which are locked in their order. */
async function lockOpen(tx: Tx, { orgId }: OrgContext, meant: Condition): Promise<string[]> {
  const rows = await tx
    .select({ id: sequenceEnrolments.id })
    .from(sequenceEnrolments)
    .where(
      and(
        ...[eq(sequenceEnrolments.orgId, orgId), isNull(sequenceEnrolments.endedAt)],
        ...[isNotNull(sequenceEnrolments.contactId), meant],
      ),
    )
    .orderBy(asc(sequenceEnrolments.id))
    .for("update");
  return rows.map(({ id }) => id);
}

/** The columns of an enrolment that ended; its step says where. */
export const endedBy = (reason: EnrolmentEnd, endedAt: Date) => ({
  ...{ endReason: reason, endedAt, dueAt: null, waitsUntil: null, held: null },
});

interface OneToEnd {
  sequenceId: string;
  enrolmentId: string;
  reason: "member" | "api";
}

/** Ends an enrolment; one that has ended stays as it is. @throws DomainError `enrolment.not_found` */
export const endEnrolment = ({ ctx, input: { sequenceId, enrolmentId, reason } }: Call<OneToEnd>) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const meant = and(eq(sequenceEnrolments.id, enrolmentId), eq(sequenceEnrolments.sequenceId, sequenceId));
    const ended = await endThose(tx, ctx, meant, reason);
    if (ended > 0) return { ended: true };
    const known = await tx.$count(sequenceEnrolments, and(eq(sequenceEnrolments.orgId, ctx.orgId), meant));
    if (known === 0) throw notFound("Enrolment");
    return { ended: false };
  });
