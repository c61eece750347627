import { z } from "zod";
import { createTask } from "#app/domain/crm/tasks/create.server.ts";
import { pageOfTasks, readTask } from "#app/domain/crm/tasks/pages.server.ts";
import { completeTask, updateTask } from "#app/domain/crm/tasks/update.server.ts";
import { maxNoteLength, maxTitleLength } from "#app/domain/crm/words.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { call, idField, iso, type KeyContext, moment, momentOrNull } from "./call.ts";
import { pageFields, pageOf, positionOf, toPage } from "./paging.ts";
import type { CallId } from "./words.ts";

const group = "tasks";

const task = z
  .object({
    id: z.string(),
    title: z.string(),
    note: z.string(),
    due_at: moment,
    done_at: momentOrNull,
    contact_id: z.string().nullable(),
    deal_id: z.string().nullable(),
    member_id: z.string().nullable().meta({ description: "Who has to do it." }),
    created_at: moment,
  })
  .meta({ id: "Task" });

type Row = Awaited<ReturnType<typeof pageOfTasks>>[number];

const show = (row: Row): z.input<typeof task> => ({
  ...{ id: row.id, title: row.title, note: row.note, due_at: iso(row.dueAt), done_at: iso(row.doneAt) },
  ...{ contact_id: row.contactId, deal_id: row.dealId, member_id: row.assignedTo },
  created_at: iso(row.createdAt),
});

const one = z.object({ task_id: idField("task_id", "task") });
const read = async (ctx: KeyContext, taskId: string) => show(await readTask({ ctx, input: { taskId } }));

const title = z.string().trim().min(1).max(maxTitleLength);
const note = z.string().trim().max(maxNoteLength);
const dueAt = z.iso.datetime().meta({ description: "ISO 8601, UTC.", example: "2026-12-01T06:00:00Z" });
const memberId = idOf(
  "member",
  z.string().min(1).max(64).meta({ description: "The id of a member.", example: "usr_0199a1b2c3d4" }),
);

const ended = (done: boolean, id: CallId) =>
  call({
    scope: "tasks:write",
    group,
    id,
    input: one,
    output: task,
    errors: ["task.not_found"],
    async run({ ctx, input: { task_id: taskId } }) {
      await completeTask({ ctx, input: { taskId, done } });
      return read(ctx, taskId);
    },
  });

export const tasks = {
  "POST /v1/tasks": call({
    scope: "tasks:write",
    group,
    id: "create-a-task",
    input: z.object({
      title,
      note: note.default(""),
      due_at: dueAt,
      contact_id: idOf("contact").optional(),
      deal_id: idOf("deal").optional(),
      member_id: memberId.optional(),
    }),
    output: task,
    status: 201,
    example: {
      title: "Ring about the chairs",
      due_at: "2026-12-01T06:00:00Z",
      contact_id: "con_0199a1b2c3d40001aabbccddeeff0011",
    },
    errors: ["contact.not_found", "deal.not_found", "member.not_found"],
    async run({ ctx, input }) {
      const { taskId } = await createTask({
        ctx,
        input: {
          ...{ title: input.title, note: input.note, dueAt: new Date(input.due_at) },
          ...{ contactId: input.contact_id ?? "", dealId: input.deal_id ?? "" },
          ...{ memberId: input.member_id ?? "", key: `api:${ctx.onceKey}` },
        },
      });
      return read(ctx, taskId);
    },
  }),
  "GET /v1/tasks": call({
    scope: "tasks:read",
    group,
    id: "list-tasks",
    input: z.object({
      ...pageFields,
      contact_id: idOf("contact").optional(),
      deal_id: idOf("deal").optional(),
      member_id: idOf("member").optional(),
      status: z.enum(["open", "done"]).optional(),
    }),
    output: pageOf(task),
    errors: ["request.bad_cursor"],
    async run({ ctx, input: { limit, cursor, ...by } }) {
      const input = {
        ...{ limit, after: positionOf(cursor), contactId: by.contact_id, dealId: by.deal_id },
        ...{ memberId: by.member_id, isDone: by.status && by.status === "done" },
      };
      return toPage(await pageOfTasks({ ctx, input }), limit, show, (row) => row.id);
    },
  }),
  "GET /v1/tasks/:task_id": call({
    scope: "tasks:read",
    group,
    id: "read-a-task",
    input: one,
    output: task,
    errors: ["task.not_found"],
    run: ({ ctx, input }) => read(ctx, input.task_id),
  }),
  "PATCH /v1/tasks/:task_id": call({
    scope: "tasks:write",
    group,
    id: "change-a-task",
    input: one.extend({
      title: title.optional(),
      note: note.optional(),
      due_at: dueAt.optional(),
      member_id: memberId.nullable().optional(),
    }),
    output: task,
    example: { due_at: "2026-12-02T06:00:00Z", note: "After ten" },
    errors: ["task.not_found", "member.not_found"],
    async run({ ctx, input }) {
      await updateTask({
        ctx,
        input: {
          ...{ taskId: input.task_id, title: input.title, note: input.note },
          dueAt: input.due_at === undefined ? undefined : new Date(input.due_at),
          memberId: input.member_id === null ? "" : input.member_id,
        },
      });
      return read(ctx, input.task_id);
    },
  }),
  "POST /v1/tasks/:task_id/close": ended(true, "close-a-task"),
  "POST /v1/tasks/:task_id/reopen": ended(false, "reopen-a-task"),
};
