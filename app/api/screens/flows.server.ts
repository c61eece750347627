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
import { endpoint } from "../endpoint.ts";
import { csvDownload } from "./csvDownload.server.ts";

const one = z.object({ flowId });
const oneStep = z.object({ flowId, stepId });
const oneTest = z.object({ flowId, testId });
const changes = { max: 600, windowSeconds: 3600 };

export const flows = {
  "GET /flows": endpoint({
    act: "flows.view",
    input: z.object({}),
    run: ({ org }) => listFlows(org),
  }),
  "POST /flows": endpoint({
    act: "flows.manage",
    creates: true,
    input: newFlow,
    limit: changes,
    run: ({ org, input }) => createFlow({ ctx: org, input }),
  }),
  /** Copies one of the ready-made flows. */
  "POST /flows/ready-made": endpoint({
    act: "flows.manage",
    creates: true,
    input: readyMadeFlow,
    limit: changes,
    run: ({ org, input }) => copyReadyMade({ ctx: org, input }),
  }),
  "GET /flows/:flowId": endpoint({
    act: "flows.view",
    input: one,
    run: ({ org, input }) => getFlow(org, input.flowId),
  }),
  "GET /flows/:flowId/form": endpoint({
    act: "flows.viewForm",
    input: one,
    run: ({ org, input }) => getFlowForm(org, input.flowId),
  }),
  "PUT /flows/:flowId": endpoint({
    act: "flows.manage",
    input: flowSettings.extend({ flowId }),
    limit: changes,
    run: ({ org, input }) => updateFlow({ ctx: org, input }),
  }),
  "DELETE /flows/:flowId": endpoint({
    act: "flows.delete",
    input: one,
    run: ({ org, input }) => deleteFlow({ ctx: org, input }),
  }),
  "POST /flows/:flowId/steps": endpoint({
    act: "flows.manage",
    input: stepForm.extend({ flowId, after: z.string().max(20).default("") }),
    limit: changes,
    run: ({ org, input }) => createStep({ ctx: org, input }),
  }),
  "GET /flows/:flowId/steps/:stepId": endpoint({
    act: "flows.view",
    input: oneStep,
    run: ({ org, input }) => getStep(org, input),
  }),
  "PUT /flows/:flowId/steps/:stepId": endpoint({
    act: "flows.manage",
    input: stepForm.extend({ flowId, stepId }),
    limit: changes,
    run: ({ org, input }) => updateStep({ ctx: org, input }),
  }),
  "POST /flows/:flowId/steps/:stepId/move": endpoint({
    act: "flows.manage",
    input: stepMove.extend({ flowId, stepId }),
    limit: changes,
    run: ({ org, input }) => moveStep({ ctx: org, input }),
  }),
  "DELETE /flows/:flowId/steps/:stepId": endpoint({
    act: "flows.delete",
    input: oneStep,
    run: ({ org, input }) => deleteStep({ ctx: org, input }),
  }),
  /** Sends a message to the draft. Nothing is delivered. */
  "POST /flows/:flowId/trial": endpoint({
    act: "flows.try",
    input: trialInput.safeExtend({ flowId }),
    limit: changes,
    run: ({ org, input }) => tryFlow({ ctx: org, input }),
  }),
  "GET /flows/:flowId/tests": endpoint({
    act: "flows.view",
    input: one,
    run: ({ org, input }) => getFlowTests(org, input.flowId),
  }),
  "POST /flows/:flowId/tests": endpoint({
    act: "flows.manage",
    creates: true,
    input: testForm.extend({ flowId }),
    limit: changes,
    run: ({ org, input }) => createFlowTest({ ctx: org, input }),
  }),
  "GET /flows/:flowId/tests/:testId": endpoint({
    act: "flows.view",
    input: oneTest,
    run: ({ org, input }) => getFlowTest(org, input),
  }),
  "DELETE /flows/:flowId/tests/:testId": endpoint({
    act: "flows.delete",
    input: oneTest,
    run: ({ org, input }) => deleteFlowTest({ ctx: org, input }),
  }),
  "GET /flows/:flowId/publishing": endpoint({
    act: "flows.view",
    input: one,
    run: ({ org, input }) => getPublishing(org, input.flowId),
  }),
  "POST /flows/:flowId/publish": endpoint({
    act: "flows.manage",
    input: publishForm.extend({ flowId }),
    limit: changes,
    run: ({ org, input }) => publishFlow({ ctx: org, input }),
  }),
  "POST /flows/:flowId/pause": endpoint({
    act: "flows.manage",
    input: one,
    run: ({ org, input }) => pauseFlow({ ctx: org, input }),
  }),
  "GET /flows/:flowId/sessions": endpoint({
    act: "flows.view",
    input: sessionFilter.extend({ flowId }),
    run: ({ org, input }) => getSessions(org, input),
  }),
  /** All matching sessions, as CSV: one column per reply. */
  "GET /flows/:flowId/sessions.csv": endpoint({
    act: "flows.export",
    input: sessionFilter.extend({ flowId }),
    run: ({ org, input }) => sessionsFile(org, input),
  }),
  "GET /conversations/:conversationId/flow": endpoint({
    act: "conversations.view",
    input: z.object({ conversationId }),
    run: ({ org, input }) => flowInConversation(org, input.conversationId),
  }),
  "POST /conversations/:conversationId/flow": endpoint({
    act: "conversations.work",
    input: z.object({ conversationId, flowId, key: submissionKey }),
    limit: changes,
    run: ({ org, input }) => startFlow({ ctx: org, input: { ...input, by: "member" } }),
  }),
  "DELETE /conversations/:conversationId/flow": endpoint({
    act: "conversations.send",
    input: z.object({ conversationId }),
    run: ({ org, input }) => stopFlow({ ctx: org, input }),
  }),
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
