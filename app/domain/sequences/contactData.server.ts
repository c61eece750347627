import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { sequenceEnrolments, sequenceStepRuns, sequences } from "#app/db/schema/sequences/sequences.ts";
import { type ContactTable, leftOutAs } from "#app/domain/record/contactTables.ts";
import { endedBy } from "./end.server.ts";
import { addToTotals, endOf } from "./totals.server.ts";

const columns = {
  sequence: sequences.name,
  subjectId: sequenceEnrolments.subjectId,
  anchorAt: sequenceEnrolments.anchorAt,
  source: sequenceEnrolments.source,
  createdAt: sequenceEnrolments.createdAt,
  endedAt: sequenceEnrolments.endedAt,
  endReason: sequenceEnrolments.endReason,
};

/** The sequences a contact is in. */
export const sequencesContactData: readonly ContactTable[] = [
  {
    table: sequenceEnrolments,
    onExport: {
      name: "sequences",
      columns,
      leftOut: {
        ...leftOutAs("How it is kept", "orgId", "id", "contactId", "batchId", "dueAt", "attempts", "held"),
        ...leftOutAs("The copy has the sequence by its name", "sequenceId", "version"),
        ...leftOutAs("How far it got", "stepId", "enteredAt", "waitsUntil"),
      },
      read: (tx, { orgId, contactId }) =>
        tx
          .select(columns)
          .from(sequenceEnrolments)
          .innerJoin(
            sequences,
            and(eq(sequences.orgId, orgId), eq(sequences.id, sequenceEnrolments.sequenceId)),
          )
          .where(and(eq(sequenceEnrolments.orgId, orgId), eq(sequenceEnrolments.contactId, contactId)))
          .orderBy(asc(sequenceEnrolments.id)),
    },
    onErase: "Emptied by a trigger with the contact's row, for the figures",
    // A sequence that both are in continues for the one that stays.
    async onMerge(tx, { orgId, keptId, goneId, at }) {
      const isInBoth = sql`exists (select 1 from sequence_enrolments k where k.org_id = ${orgId}
        and k.contact_id = ${keptId} and k.ended_at is null
        and k.sequence_id = ${sequenceEnrolments.sequenceId} and k.subject_id = ${sequenceEnrolments.subjectId})`;
      const ended = await tx
        .update(sequenceEnrolments)
        .set(endedBy("deleted", at))
        .where(
          and(
            ...[eq(sequenceEnrolments.orgId, orgId), eq(sequenceEnrolments.contactId, goneId)],
            ...[isNull(sequenceEnrolments.endedAt), isInBoth],
          ),
        )
        .returning({ sequenceId: sequenceEnrolments.sequenceId, stepId: sequenceEnrolments.stepId });
      await addToTotals(tx, orgId, ended.flatMap(endOf("deleted")));
      await tx.execute(sql`
        update sequence_enrolments set contact_id = ${keptId} where org_id = ${orgId} and contact_id = ${goneId}`);
    },
  },
  {
    table: sequenceStepRuns,
    onExport: "The steps of an enrolment; the copy has the messages",
    onErase: "Stays with the enrolment",
    onMerge: "Stays with the enrolment",
  },
];
