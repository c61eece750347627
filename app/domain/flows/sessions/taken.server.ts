import { and, desc, eq, gte, inArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { flowSessions, flowTurns } from "#app/db/schema/flows/flows.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { scorePrefix } from "#app/domain/messaging/satisfaction/question.ts";
import { questionPrefix } from "#app/domain/sales/questions/tap.ts";
import type { OrgContext } from "#app/platform/context.ts";

type OrgOnly = Pick<OrgContext, "orgId">;

/** SQL: this button answers the question of satisfaction, as a template. */
const answersScoreTemplate = ({ orgId }: OrgOnly) =>
  sql`(${messages.payload} -> 'button' is not null and exists (
    select 1 from conversations v
    join satisfaction_requests r on r.org_id = ${orgId} and r.conversation_id = v.id
    join messages question on question.org_id = ${orgId} and question.id = r.message_id
    where v.org_id = ${orgId} and v.contact_id = ${messages.contactId}
      and question.wamid = ${messages.payload} -> 'context' ->> 'id'))`;

/** SQL: this message of a customer was not handled by a flow, and is no answer to a question of satisfaction or about a payment. */
export const notTaken = ({ orgId }: OrgOnly) =>
  sql`coalesce(${messages.payload} -> 'interactive' -> 'list_reply' ->> 'id', '') not like ${`${scorePrefix}%`} and coalesce(${messages.payload} -> 'interactive' -> 'button_reply' ->> 'id', '') not like ${`${questionPrefix}%`} and not coalesce(${answersScoreTemplate({ orgId })}, false) and not exists (select 1 from ${flowTurns} where ${flowTurns.orgId} = ${orgId} and ${flowTurns.messageId} = ${messages.id})`;

/** Whether a flow leads this conversation, or has handled one of these messages. */
export async function flowHas(
  tx: Tx,
  { orgId }: OrgOnly,
  conversationId: string,
  messageIds: readonly string[] = [],
): Promise<boolean> {
  const [running] = await tx
    .select({ id: flowSessions.id })
    .from(flowSessions)
    .where(
      and(
        eq(flowSessions.orgId, orgId),
        eq(flowSessions.conversationId, conversationId),
        eq(flowSessions.status, "running"),
      ),
    );
  if (running || messageIds.length === 0) return running !== undefined;
  const [taken] = await tx
    .select({ id: flowTurns.messageId })
    .from(flowTurns)
    .where(and(eq(flowTurns.orgId, orgId), inArray(flowTurns.messageId, [...messageIds])))
    .limit(1);
  return taken !== undefined;
}

/** Whether the last flow of a conversation handed it to the members since then, whatever its result. */
export async function gaveToPerson(
  tx: Tx,
  { orgId }: OrgOnly,
  conversationId: string,
  since: Date,
): Promise<boolean> {
  const [last] = await tx
    .select({ toPerson: flowSessions.toPerson })
    .from(flowSessions)
    .where(
      and(
        eq(flowSessions.orgId, orgId),
        eq(flowSessions.conversationId, conversationId),
        gte(flowSessions.endedAt, since),
      ),
    )
    .orderBy(desc(flowSessions.endedAt))
    .limit(1);
  return last?.toPerson === true;
}
