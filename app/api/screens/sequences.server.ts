import { z } from "zod";
import { quoteEnrolment, startEnrolment } from "#app/domain/sequences/batch.server.ts";
import { endEnrolment } from "#app/domain/sequences/end.server.ts";
import { listEnrolments, sequencesOfContact } from "#app/domain/sequences/enrolments.server.ts";
import {
  getEnrolmentForm,
  getSequence,
  getSequenceStep,
  listSequences,
  simulateSequence,
} from "#app/domain/sequences/queries.server.ts";
import {
  createSequence,
  deleteSequence,
  switchSequence,
  updateSequence,
} from "#app/domain/sequences/save.server.ts";
import {
  enrolmentAudience,
  enrolmentFilter,
  enrolmentId,
  enrolmentStart,
  newSequence,
  sequenceId,
  sequenceSettings,
  sequenceStepForm,
  sequenceStepId,
  sequenceStepMove,
  simulationInput,
} from "#app/domain/sequences/schemas.ts";
import {
  addSequenceStep,
  deleteSequenceStep,
  getSequenceForm,
  moveSequenceStep,
  updateSequenceStep,
} from "#app/domain/sequences/steps.server.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { endpoint } from "../endpoint.ts";

const one = z.object({ sequenceId });
const oneStep = one.extend({ stepId: sequenceStepId });
const changes = { max: 600, windowSeconds: 3600 };

/** Sequences: messages over days or weeks. */
export const sequences = {
  "GET /sequences": endpoint({
    act: "flows.view",
    input: z.object({}),
    run: ({ org }) => listSequences(org),
  }),
  "POST /sequences": endpoint({
    act: "flows.manage",
    creates: true,
    input: newSequence,
    limit: changes,
    run: ({ org, input }) => createSequence({ ctx: org, input }),
  }),
  "GET /sequences/:sequenceId": endpoint({
    act: "flows.view",
    input: one,
    run: ({ org, input }) => getSequence(org, input.sequenceId),
  }),
  "PUT /sequences/:sequenceId": endpoint({
    act: "flows.manage",
    input: sequenceSettings.extend({ sequenceId }),
    limit: changes,
    run: ({ org, input }) => updateSequence({ ctx: org, input }),
  }),
  "DELETE /sequences/:sequenceId": endpoint({
    act: "flows.delete",
    input: one,
    run: ({ org, input }) => deleteSequence({ ctx: org, input }),
  }),
  /** Switches it on, with its draft as a new version, or off. */
  "POST /sequences/:sequenceId/switch": endpoint({
    act: "flows.manage",
    input: one.extend({ isOn: z.boolean() }),
    limit: changes,
    run: ({ org, input }) => switchSequence({ ctx: org, input }),
  }),
  "GET /sequences/:sequenceId/form": endpoint({
    act: "flows.viewForm",
    input: one,
    run: ({ org, input }) => getSequenceForm(org, input.sequenceId),
  }),
  "POST /sequences/:sequenceId/steps": endpoint({
    act: "flows.manage",
    input: sequenceStepForm.extend({ sequenceId, after: z.string().max(20).default("") }),
    limit: changes,
    run: ({ org, input }) => addSequenceStep({ ctx: org, input }),
  }),
  "GET /sequences/:sequenceId/steps/:stepId": endpoint({
    act: "flows.viewForm",
    input: oneStep,
    run: ({ org, input }) => getSequenceStep(org, input),
  }),
  "PUT /sequences/:sequenceId/steps/:stepId": endpoint({
    act: "flows.manage",
    input: sequenceStepForm.extend({ sequenceId, stepId: sequenceStepId }),
    limit: changes,
    run: ({ org, input }) => updateSequenceStep({ ctx: org, input }),
  }),
  "DELETE /sequences/:sequenceId/steps/:stepId": endpoint({
    act: "flows.manage",
    input: oneStep,
    limit: changes,
    run: ({ org, input }) => deleteSequenceStep({ ctx: org, input }),
  }),
  "POST /sequences/:sequenceId/steps/:stepId/move": endpoint({
    act: "flows.manage",
    input: sequenceStepMove.extend({ sequenceId, stepId: sequenceStepId }),
    limit: changes,
    run: ({ org, input }) => moveSequenceStep({ ctx: org, input }),
  }),
  /** What would happen, and when, for a contact. */
  "GET /sequences/:sequenceId/simulation": endpoint({
    act: "flows.view",
    input: simulationInput.extend({ sequenceId }),
    run: ({ org, input }) => simulateSequence(org, input),
  }),
  "GET /sequences/:sequenceId/enrolments": endpoint({
    act: "flows.view",
    input: enrolmentFilter.extend({ sequenceId }),
    run: ({ org, input }) => listEnrolments(org, input),
  }),
  "GET /contacts/:contactId/sequences": endpoint({
    act: "flows.view",
    input: z.object({ contactId: idOf("contact") }),
    run: ({ org, input }) => sequencesOfContact(org, input.contactId),
  }),
  "DELETE /sequences/:sequenceId/enrolments/:enrolmentId": endpoint({
    act: "flows.manage",
    input: one.extend({ enrolmentId }),
    limit: changes,
    run: ({ org, input }) => endEnrolment({ ctx: org, input: { ...input, reason: "member" } }),
  }),
  "GET /sequences/:sequenceId/audience": endpoint({
    act: "flows.viewForm",
    input: one,
    run: ({ org, input }) => getEnrolmentForm(org, input.sequenceId),
  }),
  /** The price of enrolling an audience, on the way with the most messages. */
  "GET /sequences/:sequenceId/quote": endpoint({
    act: "flows.viewForm",
    input: enrolmentAudience.extend({ sequenceId }),
    run: ({ org, input }) => quoteEnrolment({ ctx: org, input }),
  }),
  "POST /sequences/:sequenceId/audience": endpoint({
    act: "campaigns.manage",
    creates: true,
    input: enrolmentStart.extend({ sequenceId }),
    limit: changes,
    run: ({ org, input }) => startEnrolment({ ctx: org, input }),
  }),
};
