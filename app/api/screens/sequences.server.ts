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
import { endpoint, query, verb } from "../endpoint.ts";

const one = z.object({ sequenceId });
const oneStep = one.extend({ stepId: sequenceStepId });
const changes = { max: 600, windowSeconds: 3600 };

/** Sequences: messages over days or weeks. */
export const sequences = {
  "GET /sequences": query("flows.view", z.object({}), listSequences),
  "POST /sequences": verb("flows.manage", newSequence, createSequence, { creates: true, limit: changes }),
  "GET /sequences/:sequenceId": endpoint({
    act: "flows.view",
    input: one,
    run: ({ org, input }) => getSequence(org, input.sequenceId),
  }),
  "PUT /sequences/:sequenceId": verb(
    "flows.manage",
    sequenceSettings.extend({ sequenceId }),
    updateSequence,
    { limit: changes },
  ),
  "DELETE /sequences/:sequenceId": verb("flows.delete", one, deleteSequence),
  /** Switches it on, with its draft as a new version, or off. */
  "POST /sequences/:sequenceId/switch": verb(
    "flows.manage",
    one.extend({ isOn: z.boolean() }),
    switchSequence,
    { limit: changes },
  ),
  "GET /sequences/:sequenceId/form": endpoint({
    act: "flows.viewForm",
    input: one,
    run: ({ org, input }) => getSequenceForm(org, input.sequenceId),
  }),
  "POST /sequences/:sequenceId/steps": verb(
    "flows.manage",
    sequenceStepForm.extend({ sequenceId, after: z.string().max(20).default("") }),
    addSequenceStep,
    { limit: changes },
  ),
  "GET /sequences/:sequenceId/steps/:stepId": query("flows.viewForm", oneStep, getSequenceStep),
  "PUT /sequences/:sequenceId/steps/:stepId": verb(
    "flows.manage",
    sequenceStepForm.extend({ sequenceId, stepId: sequenceStepId }),
    updateSequenceStep,
    { limit: changes },
  ),
  "DELETE /sequences/:sequenceId/steps/:stepId": verb("flows.manage", oneStep, deleteSequenceStep, {
    limit: changes,
  }),
  "POST /sequences/:sequenceId/steps/:stepId/move": verb(
    "flows.manage",
    sequenceStepMove.extend({ sequenceId, stepId: sequenceStepId }),
    moveSequenceStep,
    { limit: changes },
  ),
  /** What would happen, and when, for a contact. */
  "GET /sequences/:sequenceId/simulation": query(
    "flows.view",
    simulationInput.extend({ sequenceId }),
    simulateSequence,
  ),
  "GET /sequences/:sequenceId/enrolments": query(
    "flows.view",
    enrolmentFilter.extend({ sequenceId }),
    listEnrolments,
  ),
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
  "GET /sequences/:sequenceId/quote": verb(
    "flows.viewForm",
    enrolmentAudience.extend({ sequenceId }),
    quoteEnrolment,
  ),
  "POST /sequences/:sequenceId/audience": verb(
    "campaigns.manage",
    enrolmentStart.extend({ sequenceId }),
    startEnrolment,
    { creates: true, limit: changes },
  ),
};
