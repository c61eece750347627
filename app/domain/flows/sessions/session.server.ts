import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { flowSessions, flows, flowVersions } from "#app/db/schema/flows/flows.ts";
import type { Person } from "#app/domain/automation/facts.ts";
import type { OpenConversation } from "#app/domain/messaging/messages/openForSending.server.ts";
import { jobActor, type OrgContext } from "#app/platform/context.ts";
import type { FlowState, RunningFlow } from "../engine/state.ts";

export type Session = typeof flowSessions.$inferSelect;

/** A session with everything that its turn needs; the conversation's row is locked. */
export interface Running {
  session: Session;
  flowName: string;
  flow: RunningFlow;
  open: OpenConversation;
  /** The customer's message that this turn handles. */
  message?: { id: string; wamid: string | null; createdAt: Date };
}

/** Messages of flows have no author, even if a member started the flow. */
export const asFlow = (ctx: OrgContext): OrgContext => ({ ...ctx, actor: jobActor("run-flow") });

export const ownSession = ({ orgId }: Pick<OrgContext, "orgId">, sessionId: string) =>
  and(eq(flowSessions.orgId, orgId), eq(flowSessions.id, sessionId));

export const stateOf = ({ stepId, answeredSteps, answers, path, misses }: Session): FlowState => ({
  ...{ stepId, answeredSteps, answers, path, misses },
});

export const personOf = ({ contact }: OpenConversation): Person => ({
  ...{ name: contact.name, phone: contact.phone ?? "", tags: contact.tags, fields: contact.fields },
});

/** The running session of a conversation, with the version in which it began. */
export async function runningIn(tx: Tx, ctx: Pick<OrgContext, "orgId">, conversationId: string) {
  const [session] = await tx
    .select()
    .from(flowSessions)
    .where(
      and(
        eq(flowSessions.orgId, ctx.orgId),
        eq(flowSessions.conversationId, conversationId),
        eq(flowSessions.status, "running"),
      ),
    )
    .for("update");
  if (!session) return undefined;
  const [flow] = await tx
    .select({ name: flows.name, language: flows.language, definition: flowVersions.definition })
    .from(flows)
    .innerJoin(flowVersions, and(eq(flowVersions.orgId, ctx.orgId), eq(flowVersions.flowId, flows.id)))
    .where(
      and(eq(flows.orgId, ctx.orgId), eq(flows.id, session.flowId), eq(flowVersions.number, session.version)),
    );
  if (!flow) return undefined;
  const { name, language, definition } = flow;
  return { session, flowName: name, flow: { definition, language } };
}
