import { z } from "zod";
import { stageKinds } from "#app/db/schema/crm/deals.ts";
import { eventType } from "#app/domain/record/eventType.ts";
import { m } from "#messages";

/** `name` is the title, `contact` its contact, both as of that time. */
const about = z.object({ contactId: z.string().nullable(), contact: z.string(), name: z.string() });
const deal = about.extend({ valueCents: z.number().int() });
const dealFields = {
  contact_id: "contactId",
  contact_name: "contact",
  name: "name",
  value_cents: "valueCents",
} as const;

/** Deals and tasks notify their new owner, unless they did it themselves. */
export const dealCreated = eventType({
  name: "deal.created",
  type: "system",
  data: deal.extend({ stage: z.string() }),
  bell: { to: "named" },
  webhook: {
    label: m.webhooks_deal_created,
    fields: { ...dealFields, stage: "stage" },
  },
});
export const dealMoved = eventType({
  name: "deal.moved",
  type: "system",
  data: deal.extend({ from: z.string(), to: z.string(), kind: z.enum(stageKinds) }),
  bell: { to: "named" },
  webhook: {
    label: m.webhooks_deal_moved,
    fields: { ...dealFields, from_stage: "from", stage: "to", stage_kind: "kind" },
  },
});
export const dealChanged = eventType({
  name: "deal.changed",
  type: "system",
  data: deal,
  bell: { to: "named" },
  webhook: {
    name: "deal.updated",
    label: m.webhooks_deal_updated,
    fields: dealFields,
  },
});
export const dealDeleted = eventType({
  name: "deal.deleted",
  type: "system",
  status: "warning",
  data: deal,
  webhook: {
    label: m.webhooks_deal_deleted,
    fields: dealFields,
  },
});

const task = about.extend({ dueAt: z.string() });
const taskFields = {
  contact_id: "contactId",
  contact_name: "contact",
  name: "name",
  due_at: "dueAt",
} as const;
export const taskCreated = eventType({
  name: "task.created",
  type: "system",
  data: task,
  bell: { to: "named" },
  webhook: {
    label: m.webhooks_task_created,
    fields: taskFields,
  },
});
export const taskChanged = eventType({
  name: "task.changed",
  type: "system",
  data: task,
  bell: { to: "named" },
  webhook: {
    name: "task.updated",
    label: m.webhooks_task_updated,
    fields: taskFields,
  },
});
export const taskDone = eventType({
  name: "task.done",
  type: "system",
  data: task,
  webhook: {
    name: "task.completed",
    label: m.webhooks_task_completed,
    fields: taskFields,
  },
});
export const taskReopened = eventType({
  name: "task.reopened",
  type: "system",
  data: task,
  webhook: {
    label: m.webhooks_task_reopened,
    fields: taskFields,
  },
});
/** The reminder; no entry of the activity log. */
export const taskDue = eventType({
  name: "task.due",
  type: null,
  data: task,
  bell: { to: "named" },
  webhook: {
    label: m.webhooks_task_due,
    fields: taskFields,
  },
});
export const taskDeleted = eventType({
  name: "task.deleted",
  type: "system",
  status: "warning",
  data: task,
  webhook: {
    label: m.webhooks_task_deleted,
    fields: taskFields,
  },
});

const stage = z.object({ stage: z.string() });
export const stageAdded = eventType({ name: "deal_stage.added", type: "settings", data: stage });
export const stageChanged = eventType({ name: "deal_stage.changed", type: "settings", data: stage });
export const stageMoved = eventType({ name: "deal_stage.moved", type: "settings", data: stage });
export const stageDeleted = eventType({
  name: "deal_stage.deleted",
  type: "settings",
  status: "warning",
  data: stage,
});
