import { z } from "zod";
import { createDeal } from "#app/domain/crm/deals/create.server.ts";
import { deleteDeal } from "#app/domain/crm/deals/delete.server.ts";
import { moveDeal } from "#app/domain/crm/deals/move.server.ts";
import {
  dealBoard,
  dealChoices,
  getContactCrm,
  getDeal,
  listDeals,
  listStages,
} from "#app/domain/crm/deals/queries.server.ts";
import { updateDeal } from "#app/domain/crm/deals/update.server.ts";
import {
  dealFields,
  dealFilters,
  dealId,
  move,
  newDeal,
  newTask,
  stageForm,
  stageId,
  taskFields,
  taskFilters,
  taskId,
} from "#app/domain/crm/schemas.ts";
import { createStage, deleteStage, moveStage, updateStage } from "#app/domain/crm/stages/save.server.ts";
import { createTask } from "#app/domain/crm/tasks/create.server.ts";
import { getTask, listTasks } from "#app/domain/crm/tasks/queries.server.ts";
import { completeTask, deleteTask, updateTask } from "#app/domain/crm/tasks/update.server.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { endpoint, query, verb } from "../endpoint.ts";

const none = z.object({});
const oneDeal = z.object({ dealId });
const oneTask = z.object({ taskId });
const oneStage = z.object({ stageId });
const ofContact = z.object({ contactId: idOf("contact") });
const changes = { max: 600, windowSeconds: 3600 };

const deals = {
  "GET /deals": query("deals.view", dealFilters, listDeals),
  "GET /deals/board": query("deals.view", dealFilters, dealBoard),
  "GET /deals/choices": endpoint({
    act: "deals.view",
    input: none,
    run: ({ org }) => dealChoices(org, { contactId: "" }),
  }),
  "GET /contacts/:contactId/crm": query("deals.view", ofContact, (org, { contactId }) =>
    getContactCrm(org, contactId),
  ),
  "GET /contacts/:contactId/choices": query("contacts.view", ofContact, dealChoices),
  "POST /deals": endpoint({
    act: "deals.edit",
    creates: true,
    input: newDeal,
    limit: changes,
    run: ({ org, input, onceKey: key }) => createDeal({ ctx: org, input: { ...input, key } }),
  }),
  "GET /deals/:dealId": query("deals.view", oneDeal, (org, { dealId }) => getDeal(org, dealId)),
  "PUT /deals/:dealId": verb("deals.edit", dealFields.extend({ dealId }), updateDeal, { limit: changes }),
  "PUT /deals/:dealId/stage": verb("deals.edit", move.extend({ dealId }), moveDeal, { limit: changes }),
  "DELETE /deals/:dealId": verb("deals.delete", oneDeal, deleteDeal),
};

const stages = {
  "GET /deal-stages": query("deals.view", none, listStages),
  "POST /deal-stages": verb("deals.stages", stageForm, createStage, { creates: true, limit: changes }),
  "PUT /deal-stages/:stageId": verb("deals.stages", stageForm.extend({ stageId }), updateStage, {
    limit: changes,
  }),
  "POST /deal-stages/:stageId/move": verb(
    "deals.stages",
    oneStage.extend({ to: z.enum(["earlier", "later"]).default("later") }),
    moveStage,
    { limit: changes },
  ),
  "DELETE /deal-stages/:stageId": verb("deals.stages", oneStage, deleteStage),
};

const tasks = {
  "GET /tasks": endpoint({
    act: "deals.view",
    input: taskFilters,
    run: ({ ctx, org, input }) => listTasks(org, { ...input, me: ctx.session.userId }),
  }),
  "POST /tasks": endpoint({
    act: "deals.edit",
    creates: true,
    input: newTask,
    limit: changes,
    run: ({ org, input, onceKey: key }) => createTask({ ctx: org, input: { ...input, key } }),
  }),
  "GET /tasks/:taskId": query("deals.view", oneTask, (org, { taskId }) => getTask(org, taskId)),
  "PUT /tasks/:taskId": verb("deals.edit", taskFields.extend({ taskId }), updateTask, { limit: changes }),
  "POST /tasks/:taskId/done": verb(
    "deals.edit",
    oneTask.extend({ done: z.boolean().default(true) }),
    completeTask,
    { limit: changes },
  ),
  "DELETE /tasks/:taskId": verb("deals.delete", oneTask, deleteTask),
};

/** Deals and tasks. Fixed paths come before ids. */
export const crm = { ...deals, ...stages, ...tasks };
