import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { type FlowStep, flows, flowTests, flowVersions } from "#app/db/schema/flows/flows.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

type OrgOnly = Pick<OrgContext, "orgId">;
export type Flow = typeof flows.$inferSelect;

export const ownFlow = (ctx: OrgOnly, flowId: string) =>
  and(eq(flows.orgId, ctx.orgId), eq(flows.id, flowId));

/** @throws DomainError `flow.not_found` */
export async function findFlow(tx: Tx, ctx: OrgOnly, flowId: string): Promise<Flow> {
  const [flow] = await tx.select().from(flows).where(ownFlow(ctx, flowId));
  if (!flow) throw notFound("Flow");
  return flow;
}

/**
 * The flow with its row locked, so that concurrent changes of its steps are serialised. @throws DomainError
 * `flow.not_found`
 */
export async function lockFlow(tx: Tx, ctx: OrgOnly, flowId: string): Promise<Flow> {
  const [flow] = await tx.select().from(flows).where(ownFlow(ctx, flowId)).for("update");
  if (!flow) throw notFound("Flow");
  return flow;
}

/** @throws DomainError `step.not_found` */
export function findStep({ draft }: Flow, stepId: string): FlowStep {
  const step = draft.steps.find(({ id }) => id === stepId);
  if (!step) throw notFound("Step");
  return step;
}

/** A version of a flow. @throws DomainError `version.not_found` */
export async function findVersion(tx: Tx, ctx: OrgOnly, flowId: string, number: number) {
  const [version] = await tx
    .select()
    .from(flowVersions)
    .where(
      and(
        eq(flowVersions.orgId, ctx.orgId),
        eq(flowVersions.flowId, flowId),
        eq(flowVersions.number, number),
      ),
    );
  if (!version) throw notFound("Version");
  return version;
}

/** @throws DomainError `test.not_found` */
export async function findTest(tx: Tx, ctx: OrgOnly, flowId: string, testId: string) {
  const [test] = await tx
    .select()
    .from(flowTests)
    .where(and(eq(flowTests.orgId, ctx.orgId), eq(flowTests.flowId, flowId), eq(flowTests.id, testId)));
  if (!test) throw notFound("Test");
  return test;
}
