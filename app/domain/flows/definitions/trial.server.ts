import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { flowTrials } from "#app/db/schema/flows/flows.ts";
import { replay } from "#app/domain/flows/engine/replay.ts";
import { type Flow, findFlow } from "#app/domain/flows/find.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";

const mostInputs = 100;

const ownTrial = (ctx: OrgContext, flowId: string) =>
  and(
    eq(flowTrials.orgId, ctx.orgId),
    eq(flowTrials.flowId, flowId),
    eq(flowTrials.userId, userOf(ctx.actor) ?? ""),
  );

/** The member's trial of the draft, with the draft's present reply. */
export async function readTrial(tx: Tx, ctx: OrgContext, flow: Flow) {
  const [trial] = await tx.select().from(flowTrials).where(ownTrial(ctx, flow.id));
  const inputs = trial?.inputs ?? [];
  const { state, ...played } = replay(
    { definition: flow.draft, language: flow.language },
    inputs,
    ctx.clock.now(),
  );
  return { inputs, ...played, path: state.path, answers: state.answers };
}

/**
 * Sends a message to the draft, or restarts the trial. Nothing is delivered. @throws DomainError
 * `flow.not_found`
 */
export function tryFlow({
  ctx,
  input: { flowId, intent, message },
}: Call<{ flowId: string; intent: "say" | "restart"; message: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    await findFlow(tx, ctx, flowId);
    const [trial] = await tx.select().from(flowTrials).where(ownTrial(ctx, flowId)).for("update");
    const inputs = intent === "restart" ? [] : [...(trial?.inputs ?? []), message].slice(-mostInputs);
    const values = { orgId: ctx.orgId, flowId, userId: userOf(ctx.actor) ?? "", inputs };
    await tx
      .insert(flowTrials)
      .values(values)
      .onConflictDoUpdate({
        target: [flowTrials.orgId, flowTrials.flowId, flowTrials.userId],
        set: { inputs, updatedAt: ctx.clock.now() },
      });
    return {};
  });
}
