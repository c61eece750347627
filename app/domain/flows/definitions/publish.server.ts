import { and, eq, ne } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { flows, flowVersions } from "#app/db/schema/flows/flows.ts";
import { folded } from "#app/domain/flows/engine/flowTexts.ts";
import { flowsError } from "#app/domain/flows/errors.ts";
import { flowPaused, flowPublished } from "#app/domain/flows/events.ts";
import { type Flow, lockFlow, ownFlow } from "#app/domain/flows/find.server.ts";
import { problemAround } from "#app/domain/flows/outline/problemAround.server.ts";
import { type Problem, problemsOf } from "#app/domain/flows/outline/problems.ts";
import { runFlowTests } from "#app/domain/flows/tests/save.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { m } from "#messages";

type Around = Pick<OrgContext, "orgId" | "clock">;

/** All problems that block publishing a draft: its own, and those with other objects of the organisation. */
export async function problemsWithin(tx: Tx, ctx: Around, flow: Flow): Promise<Problem[]> {
  return [
    ...problemsOf(flow.draft),
    ...(await missingAround(tx, ctx, flow)),
    ...(await takenWords(tx, ctx, flow)),
  ];
}

/** Steps that refer to objects which the organisation does not have. */
async function missingAround(tx: Tx, ctx: Around, { draft }: Flow): Promise<Problem[]> {
  const found: Problem[] = [];
  for (const step of draft.steps) {
    const problem = await problemAround(tx, ctx, step);
    if (problem) found.push({ stepId: step.id, text: problem.said });
  }
  return found;
}

/** Keywords and first messages that would also start another live flow. */
async function takenWords(tx: Tx, { orgId }: Pick<OrgContext, "orgId">, flow: Flow): Promise<Problem[]> {
  const others = await tx
    .select({ name: flows.name, number: flows.phoneNumberId, draft: flows.draft })
    .from(flows)
    .where(and(eq(flows.orgId, orgId), eq(flows.status, "live"), ne(flows.id, flow.id)));
  const own = new Set(flow.draft.starts.keywords.map(folded));
  return others
    .filter(({ number }) => !number || !flow.phoneNumberId || number === flow.phoneNumberId)
    .flatMap(({ name, draft: { starts } }) => [
      ...starts.keywords
        .filter((word) => own.has(folded(word)))
        .map((word) => m.errors_flow_keyword_taken({ word, name })),
      ...(starts.firstMessage && flow.draft.starts.firstMessage
        ? [m.errors_flow_first_message_taken({ name })]
        : []),
    ])
    .map((text) => ({ stepId: null, text }));
}

/**
 * Publishes the draft. Running sessions continue in their version. A draft with problems is refused, and one
 * with a failing test unless a reason is given. @throws DomainError `flow.not_found`, `flow.not_publishable`,
 * `flow.tests_fail`
 */
export function publishFlow({
  ctx,
  input: { flowId, reason },
}: Call<{ flowId: string; reason: string }>): Promise<{ version: number }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const flow = await lockFlow(tx, ctx, flowId);
    const problems = await problemsWithin(tx, ctx, flow);
    if (problems.length > 0) throw flowsError("flow.not_publishable", { values: { count: problems.length } });
    const results = await runFlowTests(tx, ctx, flow);
    const failed = results.filter(({ passed }) => !passed).length;
    if (failed > 0 && reason === "")
      throw flowsError("flow.tests_fail", { values: { failed, total: results.length }, field: "reason" });
    const now = ctx.clock.now();
    const version = (flow.version ?? 0) + 1;
    await tx.insert(flowVersions).values({
      ...{ orgId: ctx.orgId, flowId, number: version, definition: flow.draft, createdAt: now },
      ...{ publishedBy: userOf(ctx.actor), reason: reason || null },
      ...{ testsPassed: results.length - failed, testsTotal: results.length },
    });
    await tx
      .update(flows)
      .set({ status: "live", version, isChanged: false, publishedAt: now })
      .where(ownFlow(ctx, flowId));
    const why = failed > 0 ? { why: reason } : {};
    await record(tx, ctx, flowPublished, { subject: flowId, data: { flow: flow.name, version, ...why } });
    return { version };
  });
}

/**
 * Pauses a flow: it no longer starts until it is published again; running sessions continue. @throws
 * DomainError `flow.not_found`
 */
export function pauseFlow({ ctx, input: { flowId } }: Call<{ flowId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const flow = await lockFlow(tx, ctx, flowId);
    if (flow.status !== "live") throw flowsError("flow.not_live");
    await tx.update(flows).set({ status: "paused" }).where(ownFlow(ctx, flowId));
    await record(tx, ctx, flowPaused, { subject: flowId, data: { flow: flow.name } });
    return {};
  });
}
