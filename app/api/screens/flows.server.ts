import { z } from "zod";
import { pauseFlow, publishFlow } from "#app/domain/flows/definitions/publish.server.ts";
import {
  getFlow,
  getFlowForm,
  getFlowTest,
  getFlowTests,
  getPublishing,
  getStep,
  listFlows,
} from "#app/domain/flows/definitions/queries.server.ts";
import {
  copyReadyMade,
  createFlow,
  deleteFlow,
  updateFlow,
} from "#app/domain/flows/definitions/save.server.ts";
import { tryFlow } from "#app/domain/flows/definitions/trial.server.ts";
import { createStep, deleteStep, moveStep, updateStep } from "#app/domain/flows/outline/steps.server.ts";
import {
  flowId,
  flowSettings,
  newFlow,
  publishForm,
  readyMadeFlow,
  sessionFilter,
  stepForm,
  stepId,
  stepMove,
  testForm,
  testId,
  trialInput,
} from "#app/domain/flows/schemas.ts";
import {
  answerColumns,
  flowInConversation,
  getSessions,
  sessionPages,
} from "#app/domain/flows/sessions/queries.server.ts";
import { startFlow, stopFlow } from "#app/domain/flows/sessions/start.server.ts";
import { createFlowTest, deleteFlowTest } from "#app/domain/flows/tests/save.server.ts";
import { endReasons, sessionStatuses, startedByWords } from "#app/domain/flows/words.ts";
import { conversationId } from "#app/domain/messaging/conversations/schemas.ts";
import { submissionKey } from "#app/domain/messaging/messages/schemas.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { m } from "#messages";
import { endpoint, query, verb } from "../endpoint.ts";
import { csvDownload } from "./csvDownload.server.ts";

const one = z.object({ flowId });
const oneStep = z.object({ flowId, stepId });
const oneTest = z.object({ flowId, testId });
const changes = { max: 600, windowSeconds: 3600 };

export const flows = {
  "GET /flows": query("flows.view", z.object({}), listFlows),
  "POST /flows": verb("flows.manage", newFlow, createFlow, { creates: true, limit: changes }),
  /** Copies one of the ready-made flows. */
  "POST /flows/ready-made": verb("flows.manage", readyMadeFlow, copyReadyMade, {
    creates: true,
    limit: changes,
  }),
  "GET /flows/:flowId": query("flows.view", one, (org, { flowId }) => getFlow(org, flowId)),
  "GET /flows/:flowId/form": query("flows.viewForm", one, (org, { flowId }) => getFlowForm(org, flowId)),
  "PUT /flows/:flowId": verb("flows.manage", flowSettings.extend({ flowId }), updateFlow, { limit: changes }),
  "DELETE /flows/:flowId": verb("flows.delete", one, deleteFlow),
  "POST /flows/:flowId/steps": verb(
    "flows.manage",
    stepForm.extend({ flowId, after: z.string().max(20).default("") }),
    createStep,
    { limit: changes },
  ),
  "GET /flows/:flowId/steps/:stepId": query("flows.view", oneStep, getStep),
  "PUT /flows/:flowId/steps/:stepId": verb("flows.manage", stepForm.extend({ flowId, stepId }), updateStep, {
    limit: changes,
  }),
  "POST /flows/:flowId/steps/:stepId/move": verb(
    "flows.manage",
    stepMove.extend({ flowId, stepId }),
    moveStep,
    { limit: changes },
  ),
  "DELETE /flows/:flowId/steps/:stepId": verb("flows.delete", oneStep, deleteStep),
  /** Sends a message to the draft. Nothing is delivered. */
  "POST /flows/:flowId/trial": verb("flows.try", trialInput.safeExtend({ flowId }), tryFlow, {
    limit: changes,
  }),
  "GET /flows/:flowId/tests": query("flows.view", one, (org, { flowId }) => getFlowTests(org, flowId)),
  "POST /flows/:flowId/tests": verb("flows.manage", testForm.extend({ flowId }), createFlowTest, {
    creates: true,
    limit: changes,
  }),
  "GET /flows/:flowId/tests/:testId": query("flows.view", oneTest, getFlowTest),
  "DELETE /flows/:flowId/tests/:testId": verb("flows.delete", oneTest, deleteFlowTest),
  "GET /flows/:flowId/publishing": query("flows.view", one, (org, { flowId }) => getPublishing(org, flowId)),
  "POST /flows/:flowId/publish": verb("flows.manage", publishForm.extend({ flowId }), publishFlow, {
    limit: changes,
  }),
  "POST /flows/:flowId/pause": verb("flows.manage", one, pauseFlow),
  "GET /flows/:flowId/sessions": query("flows.view", sessionFilter.extend({ flowId }), getSessions),
  /** All matching sessions, as CSV: one column per reply. */
  "GET /flows/:flowId/sessions.csv": query("flows.export", sessionFilter.extend({ flowId }), sessionsFile),
  "GET /conversations/:conversationId/flow": query(
    "conversations.view",
    z.object({ conversationId }),
    (org, { conversationId }) => flowInConversation(org, conversationId),
  ),
  "POST /conversations/:conversationId/flow": endpoint({
    act: "conversations.work",
    input: z.object({ conversationId, flowId, key: submissionKey }),
    limit: changes,
    run: ({ org, input }) => startFlow({ ctx: org, input: { ...input, by: "member" } }),
  }),
  "DELETE /conversations/:conversationId/flow": verb(
    "conversations.send",
    z.object({ conversationId }),
    stopFlow,
  ),
};

const firstColumns = () => [
  m.papers_started(),
  m.papers_ended(),
  m.papers_contact(),
  m.papers_phone(),
  m.papers_outcome(),
  m.papers_reason(),
  m.papers_started_by(),
  m.papers_version(),
];

async function sessionsFile(
  ctx: OrgContext,
  { flowId: id, status }: z.output<typeof sessionFilter> & { flowId: string },
) {
  const names = await answerColumns(ctx, id);
  async function* rows() {
    for await (const page of sessionPages(ctx, id, status))
      yield page.map((session) => [
        ...[session.startedAt, session.endedAt, session.name, session.phone],
        sessionStatuses[session.status].label,
        session.reason ? endReasons[session.reason as keyof typeof endReasons] : "",
        ...[startedByWords[session.startedBy], session.version],
        ...names.map((name) => session.answers[name] ?? ""),
      ]);
  }
  return csvDownload(`flow_sessions_${dayOf(ctx.clock.now())}.csv`, [...firstColumns(), ...names], rows());
}
