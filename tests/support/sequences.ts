import { and, eq } from "drizzle-orm";
import { queryRows, type Tx } from "#app/db/client.server.ts";
import {
  type SequenceStep,
  sequenceEnrolments,
  sequences,
  sequenceVersions,
} from "#app/db/schema/sequences/sequences.ts";
import { countedSequences } from "#app/demo/rollUps.server.ts";
import { createSequence, switchSequence } from "#app/domain/sequences/save.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
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

/** A sequence of these steps that is switched on. */
export async function sequenceOn(
  ctx: OrgContext,
  steps: SequenceStep[],
  settings: Partial<typeof sequences.$inferInsert> = {},
): Promise<string> {
  const { sequenceId } = await createSequence({ ctx, input: { name: "Welcome", ready: "" } });
  const change = { draft: steps, nextStep: 90, ...settings };
  await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .update(sequences)
      .set(change)
      .where(and(eq(sequences.orgId, ctx.orgId), eq(sequences.id, sequenceId))),
  );
  await switchSequence({ ctx, input: { sequenceId, isOn: true } });
  return sequenceId;
}

/** A sequence that is on and waits a day. */
export const addOpenSequence = (ctx: OrgContext) =>
  sequenceOn(ctx, [
    { id: "s1", kind: "wait", wait: { until: "days", amount: 1 } },
    { id: "s2", kind: "act", action: { kind: "tag", tag: "seen" } },
  ]);

/** The figures of an organisation's sequences that are not what their rows say. */
export const wrongFigures = (tx: Tx, orgId: OrgId) =>
  queryRows(
    tx,
    `select step_id, counted, k.count as kept, c.count as is from (select * from sequence_totals where org_id = $1 and count <> 0) k
      full join (${countedSequences}) c using (org_id, sequence_id, step_id, counted)
      where org_id = $1 and k.count is distinct from c.count`,
    [orgId],
  );
