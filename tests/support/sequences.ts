import type { Tx } from "#app/db/client.server.ts";
import {
  type SequenceStep,
  sequenceEnrolments,
  sequences,
  sequenceVersions,
} from "#app/db/schema/sequences/sequences.ts";
import type { OrgId } from "#app/platform/ids.ts";

interface Names {
  sequenceId?: string | undefined;
  enrolmentId?: string | undefined;
  contactId?: string | undefined;
  stepId?: string | undefined;
}

/** A sequence that is on, with a contact in it. */
export async function addSequence(tx: Tx, orgId: OrgId, name: string, names: Names): Promise<void> {
  const { sequenceId = "", enrolmentId = "", contactId = "", stepId = "s1" } = names;
  const steps: SequenceStep[] = [{ id: stepId, kind: "act", action: { kind: "tag", tag: "seen" } }];
  await tx.insert(sequences).values({
    ...{ orgId, id: sequenceId, name, draft: steps, state: "on", version: 1, isChanged: false, nextStep: 2 },
  });
  await tx.insert(sequenceVersions).values({ orgId, sequenceId, number: 1, steps });
  await tx.insert(sequenceEnrolments).values({
    ...{ orgId, id: enrolmentId, sequenceId, version: 1, contactId, source: "member", stepId },
    enteredAt: new Date(),
  });
}
