import { z } from "zod";
import { changeDeal } from "#app/domain/crm/deals/change.server.ts";
import { createDeal } from "#app/domain/crm/deals/create.server.ts";
import { moveDeal } from "#app/domain/crm/deals/move.server.ts";
import {
  dealBoard,
  dealChoices,
  getContactCrm,
  getDeal,
  listDeals,
  listStages,
} from "#app/domain/crm/deals/queries.server.ts";
import { removeDeal } from "#app/domain/crm/deals/remove.server.ts";
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
import { addStage, changeStage, moveStage, removeStage } from "#app/domain/crm/stages/save.server.ts";
import { changeTask, finishTask, removeTask } from "#app/domain/crm/tasks/change.server.ts";
import { createTask } from "#app/domain/crm/tasks/create.server.ts";
import { getTask, listTasks } from "#app/domain/crm/tasks/queries.server.ts";
import { orgContext } from "#app/platform/context.ts";
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
    who: "member",
    input: dealFilters,
    run: ({ ctx, input }) => listDeals(orgContext(ctx), input),
  }),
  "GET /deals/board": endpoint({
    who: "member",
    input: dealFilters,
    run: ({ ctx, input }) => dealBoard(orgContext(ctx), input),
  }),
  "GET /deals/choices": endpoint({
    who: "member",
    input: none,
    run: ({ ctx }) => dealChoices(orgContext(ctx), { contactId: "" }),
  }),
  "GET /contacts/:contactId/crm": endpoint({
    who: "member",
    input: ofContact,
    run: ({ ctx, input }) => getContactCrm(orgContext(ctx), input.contactId),
  }),
  "GET /contacts/:contactId/choices": endpoint({
    who: "member",
    input: ofContact,
    run: ({ ctx, input }) => dealChoices(orgContext(ctx), input),
  }),
  "POST /deals": endpoint({
    who: "member",
    input: newDeal,
    limit: changes,
    run: ({ ctx, input }) => createDeal({ ctx: orgContext(ctx), input }),
  }),
  "GET /deals/:dealId": endpoint({
    who: "member",
    input: oneDeal,
    run: ({ ctx, input }) => getDeal(orgContext(ctx), input.dealId),
  }),
  "PUT /deals/:dealId": endpoint({
    who: "member",
    input: dealFields.extend({ dealId }),
    limit: changes,
    run: ({ ctx, input }) => changeDeal({ ctx: orgContext(ctx), input }),
  }),
  "PUT /deals/:dealId/stage": endpoint({
    who: "member",
    input: move.extend({ dealId }),
    limit: changes,
    run: ({ ctx, input }) => moveDeal({ ctx: orgContext(ctx), input }),
  }),
  "DELETE /deals/:dealId": endpoint({
    who: "manager",
    input: oneDeal,
    run: ({ ctx, input }) => removeDeal({ ctx: orgContext(ctx), input }),
  }),
};

const stages = {
  "GET /deal-stages": endpoint({
    who: "member",
    input: none,
    run: ({ ctx }) => listStages(orgContext(ctx)),
  }),
  "POST /deal-stages": endpoint({
    who: "manager",
    input: stageForm,
    limit: changes,
    run: ({ ctx, input }) => addStage({ ctx: orgContext(ctx), input }),
  }),
  "PUT /deal-stages/:stageId": endpoint({
    who: "manager",
    input: stageForm.extend({ stageId }),
    limit: changes,
    run: ({ ctx, input }) => changeStage({ ctx: orgContext(ctx), input }),
  }),
  "POST /deal-stages/:stageId/move": endpoint({
    who: "manager",
    input: oneStage.extend({ to: z.enum(["earlier", "later"]).default("later") }),
    limit: changes,
    run: ({ ctx, input }) => moveStage({ ctx: orgContext(ctx), input }),
  }),
  "DELETE /deal-stages/:stageId": endpoint({
    who: "manager",
    input: oneStage,
    run: ({ ctx, input }) => removeStage({ ctx: orgContext(ctx), input }),
  }),
};

const tasks = {
  "GET /tasks": endpoint({
    who: "member",
    input: taskFilters,
    run: ({ ctx, input }) => listTasks(orgContext(ctx), { ...input, me: ctx.session.userId }),
  }),
  "POST /tasks": endpoint({
    who: "member",
    input: newTask,
    limit: changes,
    run: ({ ctx, input }) => createTask({ ctx: orgContext(ctx), input }),
  }),
  "GET /tasks/:taskId": endpoint({
    who: "member",
    input: oneTask,
    run: ({ ctx, input }) => getTask(orgContext(ctx), input.taskId),
  }),
  "PUT /tasks/:taskId": endpoint({
    who: "member",
    input: taskFields.extend({ taskId }),
    limit: changes,
    run: ({ ctx, input }) => changeTask({ ctx: orgContext(ctx), input }),
  }),
  "POST /tasks/:taskId/done": endpoint({
    who: "member",
    input: oneTask.extend({ done: z.boolean().default(true) }),
    limit: changes,
    run: ({ ctx, input }) => finishTask({ ctx: orgContext(ctx), input }),
  }),
  "DELETE /tasks/:taskId": endpoint({
    who: "manager",
    input: oneTask,
    run: ({ ctx, input }) => removeTask({ ctx: orgContext(ctx), input }),
  }),
};

/** What contacts may buy, and what there is to do. What is no id comes first. */
export const crm = { ...deals, ...stages, ...tasks };
