import { z } from "zod";
import { eventType } from "#app/domain/record/eventType.ts";
import { m } from "#messages";
import { reasonCodes } from "./words.ts";

/** The flow's name at that time. */
const flow = z.object({ flow: z.string() });
const ofStep = flow.extend({ step: z.string() });
const ofContact = flow.extend({ contact: z.string() });

export const flowCreated = eventType({ name: "flow.created", type: "settings", data: flow });
export const flowChanged = eventType({ name: "flow.changed", type: "settings", data: flow });
export const flowDeleted = eventType({
  name: "flow.deleted",
  type: "settings",
  status: "warning",
  data: flow,
});
export const stepAdded = eventType({ name: "flow.step_added", type: "settings", data: ofStep });
export const stepChanged = eventType({ name: "flow.step_changed", type: "settings", data: ofStep });
export const stepMoved = eventType({ name: "flow.step_moved", type: "settings", data: ofStep });
export const stepDeleted = eventType({ name: "flow.step_deleted", type: "settings", data: ofStep });
export const flowTestAdded = eventType({
  name: "flow.test_added",
  type: "settings",
  data: flow.extend({ test: z.string() }),
});
export const flowTestDeleted = eventType({
  name: "flow.test_deleted",
  type: "settings",
  data: flow.extend({ test: z.string() }),
});
/** `why`: the member's reason for publishing with a failing test. */
export const flowPublished = eventType({
  name: "flow.published",
  type: "settings",
  data: flow.extend({ version: z.number(), why: z.string().optional() }),
});
export const flowPaused = eventType({ name: "flow.paused", type: "settings", data: flow });
export const flowStarted = eventType({
  name: "flow.started",
  type: "message",
  data: ofContact,
  webhook: { label: m.webhooks_flow_started, fields: { flow_name: "flow", contact_name: "contact" } },
});
/** `reason` null: it was completed; otherwise it was stopped. */
export const flowEnded = eventType({
  name: "flow.ended",
  type: "message",
  data: ofContact.extend({
    status: z.enum(["completed", "timed_out", "stopped"]),
    reason: z.enum(reasonCodes).nullable(),
  }),
  webhook: {
    label: m.webhooks_flow_ended,
    fields: { flow_name: "flow", contact_name: "contact", status: "status" },
  },
});
export const flowHandedOver = eventType({
  name: "flow.handed_over",
  type: "message",
  data: ofContact.extend({ reason: z.enum(reasonCodes) }),
  bell: { to: "everyone" },
});
