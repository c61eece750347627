import { and, asc, eq } from "drizzle-orm";
import { flowSessions, flows, flowTurns } from "#app/db/schema/flows/flows.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { type ContactTable, followsConversation, leftOutAs } from "#app/domain/record/contactTables.ts";

const sessionColumns = {
  flow: flows.name,
  status: flowSessions.status,
  answers: flowSessions.answers,
  startedAt: flowSessions.startedAt,
  endedAt: flowSessions.endedAt,
};

/** Contacts' answers in flows. */
export const flowsContactData: readonly ContactTable[] = [
  {
    table: flowSessions,
    onExport: {
      name: "flows",
      columns: sessionColumns,
      leftOut: {
        ...leftOutAs("How it is kept", "orgId", "id", "conversationId", "updatedAt"),
        ...leftOutAs("The copy has the flow by its name", "flowId", "version"),
        ...leftOutAs("How it was started", "startedBy", "startKey"),
        ...leftOutAs(
          "How far it got",
          "stepId",
          "answeredSteps",
          "path",
          "misses",
          "turn",
          "calls",
          "remindedAt",
          "dueAt",
        ),
        ...leftOutAs("How it ended", "reason", "toPerson"),
      },
      read: (tx, { orgId, contactId }) =>
        tx
          .select(sessionColumns)
          .from(flowSessions)
          .innerJoin(flows, and(eq(flows.orgId, orgId), eq(flows.id, flowSessions.flowId)))
          .innerJoin(
            conversations,
            and(eq(conversations.orgId, orgId), eq(conversations.id, flowSessions.conversationId)),
          )
          .where(and(eq(flowSessions.orgId, orgId), eq(conversations.contactId, contactId)))
          .orderBy(asc(flowSessions.startedAt)),
    },
    ...followsConversation,
  },
  { table: flowTurns, onExport: "Which messages a flow took; the copy has them", ...followsConversation },
];
