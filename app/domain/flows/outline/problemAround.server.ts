import type { Tx } from "#app/db/client.server.ts";
import type { FlowStepBody } from "#app/db/schema/flows/flows.ts";
import { problemOf } from "#app/domain/automation/problems.server.ts";
import { problemOfEnrolling } from "#app/domain/sequences/choices.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { isAction } from "./stepOf.ts";

/** What a step refers to and the organisation does not have; undefined when nothing is missing. */
export async function problemAround(tx: Tx, ctx: Pick<OrgContext, "orgId" | "clock">, step: FlowStepBody) {
  if (step.kind === "sequence") return problemOfEnrolling(tx, ctx, step);
  return isAction(step) ? problemOf(tx, ctx, step) : undefined;
}
