import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import {
  type SequenceStep,
  sequenceEnrolments,
  sequences,
  sequenceVersions,
} from "#app/db/schema/sequences/sequences.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

type OrgOnly = Pick<OrgContext, "orgId">;
export type Sequence = typeof sequences.$inferSelect;
export type Enrolment = typeof sequenceEnrolments.$inferSelect;

export const ownSequence = ({ orgId }: OrgOnly, sequenceId: string) =>
  and(eq(sequences.orgId, orgId), eq(sequences.id, sequenceId));

export const ownEnrolment = ({ orgId }: OrgOnly, enrolmentId: string) =>
  and(eq(sequenceEnrolments.orgId, orgId), eq(sequenceEnrolments.id, enrolmentId));

/** @throws DomainError `sequence.not_found` */
export async function findSequence(tx: Tx, ctx: OrgOnly, sequenceId: string): Promise<Sequence> {
  const [sequence] = await tx.select().from(sequences).where(ownSequence(ctx, sequenceId));
  if (!sequence) throw notFound("Sequence");
  return sequence;
}

/** The sequence with its row locked: changes of its steps are serialised. @throws DomainError `sequence.not_found` */
export async function lockSequence(tx: Tx, ctx: OrgOnly, sequenceId: string): Promise<Sequence> {
  const [sequence] = await tx.select().from(sequences).where(ownSequence(ctx, sequenceId)).for("update");
  if (!sequence) throw notFound("Sequence");
  return sequence;
}

/** @throws DomainError `step.not_found` */
export function findStep({ draft }: Sequence, stepId: string): SequenceStep {
  const step = draft.find(({ id }) => id === stepId);
  if (!step) throw notFound("Step");
  return step;
}

/** The steps of a version. @throws DomainError `version.not_found` */
export async function stepsOfVersion(
  tx: Tx,
  { orgId }: OrgOnly,
  sequenceId: string,
  number: number,
): Promise<SequenceStep[]> {
  const [version] = await tx
    .select({ steps: sequenceVersions.steps })
    .from(sequenceVersions)
    .where(
      and(
        eq(sequenceVersions.orgId, orgId),
        eq(sequenceVersions.sequenceId, sequenceId),
        eq(sequenceVersions.number, number),
      ),
    );
  if (!version) throw notFound("Version");
  return version.steps;
}

/** What screens show of a sequence. */
export const shortOf = ({ id, name, state, version, isChanged, endsOnReply, endsOnPayment }: Sequence) => ({
  ...{ id, name, state, version, isChanged, endsOnReply, endsOnPayment },
});

/** The names of the templates that steps send, by id. */
export async function templateNames(tx: Tx, { orgId }: OrgOnly, steps: readonly SequenceStep[]) {
  const ids = steps.flatMap((step) => (step.kind === "send" ? [step.templateId] : []));
  const rows = await tx
    .select({ id: templates.id, name: templates.name })
    .from(templates)
    .where(and(eq(templates.orgId, orgId), sql`${templates.id} = any(${sql.param(ids)}::text[])`));
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}
