import { and, asc, eq, sql } from "drizzle-orm";
import { sequenceEnrolments, sequenceStepRuns, sequences } from "#app/db/schema/sequences/sequences.ts";
import { type ContactTable, deletedWithContact, leftOutAs } from "#app/domain/record/contactTables.ts";

const columns = {
  sequence: sequences.name,
  subjectId: sequenceEnrolments.subjectId,
  anchorAt: sequenceEnrolments.anchorAt,
  source: sequenceEnrolments.source,
  createdAt: sequenceEnrolments.createdAt,
  endedAt: sequenceEnrolments.endedAt,
  endReason: sequenceEnrolments.endReason,
};

/** The sequences a contact is in. Erasure ends them with the contact's row. */
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
    onErase: deletedWithContact,
    // A sequence that both are in continues for the one that stays.
    async onMerge(tx, { orgId, keptId, goneId }) {
      await tx.execute(sql`
        delete from sequence_enrolments g using sequence_enrolments k
        where g.org_id = ${orgId} and g.contact_id = ${goneId} and g.ended_at is null
          and k.org_id = ${orgId} and k.contact_id = ${keptId} and k.ended_at is null
          and k.sequence_id = g.sequence_id and k.subject_id = g.subject_id`);
      await tx.execute(sql`
        update sequence_enrolments set contact_id = ${keptId} where org_id = ${orgId} and contact_id = ${goneId}`);
    },
  },
  {
    table: sequenceStepRuns,
    onExport: "The steps of an enrolment; the copy has the messages",
    onErase: "Deleted with the enrolment, by its foreign key",
    onMerge: "Stays with the enrolment",
  },
];
