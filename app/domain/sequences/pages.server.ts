import { and, desc, eq, isNotNull, isNull, lt } from "drizzle-orm";
import { sequenceEnrolments } from "#app/db/schema/sequences/sequences.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { findSequence, ownEnrolment } from "./find.server.ts";
import { listSequences } from "./queries.server.ts";

/** The organisation's sequences by name. */
export const allSequences = async (ctx: OrgContext) => (await listSequences(ctx)).sequences;

interface Page {
  sequenceId: string;
  limit: number;
  after: string | undefined;
  contactId: string | undefined;
  status: "open" | "ended" | undefined;
}

/** Enrolments, newest first: one more than `limit`. @throws DomainError `sequence.not_found` */
export const pageOfEnrolments = ({
  ctx,
  input: { sequenceId, limit, after, contactId, status },
}: Call<Page>) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    await findSequence(tx, ctx, sequenceId);
    return tx
      .select()
      .from(sequenceEnrolments)
      .where(
        and(
          ...[eq(sequenceEnrolments.orgId, ctx.orgId), eq(sequenceEnrolments.sequenceId, sequenceId)],
          isNotNull(sequenceEnrolments.contactId),
          after === undefined ? undefined : lt(sequenceEnrolments.id, after),
          contactId === undefined ? undefined : eq(sequenceEnrolments.contactId, contactId),
          status === "open" ? isNull(sequenceEnrolments.endedAt) : undefined,
          status === "ended" ? isNotNull(sequenceEnrolments.endedAt) : undefined,
        ),
      )
      .orderBy(desc(sequenceEnrolments.id))
      .limit(limit + 1);
  });

/** @throws DomainError `enrolment.not_found` */
export const readEnrolment = ({ ctx, input: { enrolmentId } }: Call<{ enrolmentId: string }>) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [row] = await tx.select().from(sequenceEnrolments).where(ownEnrolment(ctx, enrolmentId));
    if (!row) throw notFound("Enrolment");
    return row;
  });
