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
import { endpoint } from "../endpoint.ts";

const none = z.object({});
const oneDeal = z.object({ dealId });
const oneTask = z.object({ taskId });
const oneStage = z.object({ stageId });
const ofContact = z.object({ contactId: idOf("contact") });
const changes = { max: 600, windowSeconds: 3600 };

const deals = {
  "GET /deals": endpoint({
    act: "deals.view",
    input: dealFilters,
    run: ({ org, input }) => listDeals(org, input),
  }),
  "GET /deals/board": endpoint({
    act: "deals.view",
    input: dealFilters,
    run: ({ org, input }) => dealBoard(org, input),
  }),
  "GET /deals/choices": endpoint({
    act: "deals.view",
    input: none,
    run: ({ org }) => dealChoices(org, { contactId: "" }),
  }),
  "GET /contacts/:contactId/crm": endpoint({
    act: "deals.view",
    input: ofContact,
    run: ({ org, input }) => getContactCrm(org, input.contactId),
  }),
  "GET /contacts/:contactId/choices": endpoint({
    act: "contacts.view",
    input: ofContact,
    run: ({ org, input }) => dealChoices(org, input),
  }),
  "POST /deals": endpoint({
    act: "deals.edit",
    creates: true,
    input: newDeal,
    limit: changes,
    run: ({ org, input, onceKey: key }) => createDeal({ ctx: org, input: { ...input, key } }),
  }),
  "GET /deals/:dealId": endpoint({
    act: "deals.view",
    input: oneDeal,
    run: ({ org, input }) => getDeal(org, input.dealId),
  }),
  "PUT /deals/:dealId": endpoint({
    act: "deals.edit",
    input: dealFields.extend({ dealId }),
    limit: changes,
    run: ({ org, input }) => updateDeal({ ctx: org, input }),
  }),
  "PUT /deals/:dealId/stage": endpoint({
    act: "deals.edit",
    input: move.extend({ dealId }),
    limit: changes,
    run: ({ org, input }) => moveDeal({ ctx: org, input }),
  }),
  "DELETE /deals/:dealId": endpoint({
    act: "deals.delete",
    input: oneDeal,
    run: ({ org, input }) => deleteDeal({ ctx: org, input }),
  }),
};

const stages = {
  "GET /deal-stages": endpoint({
    act: "deals.view",
    input: none,
    run: ({ org }) => listStages(org),
  }),
  "POST /deal-stages": endpoint({
    act: "deals.stages",
    creates: true,
    input: stageForm,
    limit: changes,
    run: ({ org, input }) => createStage({ ctx: org, input }),
  }),
  "PUT /deal-stages/:stageId": endpoint({
    act: "deals.stages",
    input: stageForm.extend({ stageId }),
    limit: changes,
    run: ({ org, input }) => updateStage({ ctx: org, input }),
  }),
  "POST /deal-stages/:stageId/move": endpoint({
    act: "deals.stages",
    input: oneStage.extend({ to: z.enum(["earlier", "later"]).default("later") }),
    limit: changes,
    run: ({ org, input }) => moveStage({ ctx: org, input }),
  }),
  "DELETE /deal-stages/:stageId": endpoint({
    act: "deals.stages",
    input: oneStage,
    run: ({ org, input }) => deleteStage({ ctx: org, input }),
  }),
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
  "GET /tasks/:taskId": endpoint({
    act: "deals.view",
    input: oneTask,
    run: ({ org, input }) => getTask(org, input.taskId),
  }),
  "PUT /tasks/:taskId": endpoint({
    act: "deals.edit",
    input: taskFields.extend({ taskId }),
    limit: changes,
    run: ({ org, input }) => updateTask({ ctx: org, input }),
  }),
  "POST /tasks/:taskId/done": endpoint({
    act: "deals.edit",
    input: oneTask.extend({ done: z.boolean().default(true) }),
    limit: changes,
    run: ({ org, input }) => completeTask({ ctx: org, input }),
  }),
  "DELETE /tasks/:taskId": endpoint({
    act: "deals.delete",
    input: oneTask,
    run: ({ org, input }) => deleteTask({ ctx: org, input }),
  }),
};

/** Deals and tasks. Fixed paths come before ids. */
export const crm = { ...deals, ...stages, ...tasks };
