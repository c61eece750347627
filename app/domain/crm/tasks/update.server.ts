import { crmTasks } from "#app/db/schema/crm/tasks.ts";
import { taskChanged, taskDeleted, taskDone, taskReopened } from "#app/domain/crm/events.ts";
import { assigneeToNotify, memberNamed } from "#app/domain/crm/people.server.ts";
import type { TaskFields } from "#app/domain/crm/schemas.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, userOf } from "#app/platform/context.ts";
import { lockTask, ownTask, taskFacts } from "./find.server.ts";

/**
 * Updates a task; another time, or another member, notifies again. Omitted values stay. @throws DomainError
 * `task.not_found`, `member.not_found`
 */
export async function updateTask({
  ctx,
  input: { taskId, ...input },
}: Call<{ taskId: string } & { [Field in keyof TaskFields]?: TaskFields[Field] | undefined }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const task = await lockTask(tx, ctx, taskId);
    const { title = task.title, note = task.note, dueAt = task.dueAt } = input;
    const memberId = input.memberId ?? task.assignedTo ?? "";
    const stays = memberId === task.assignedTo;
    const assignedTo = stays ? memberId : ((await memberNamed(tx, ctx, memberId))?.id ?? null);
    const isNews = task.dueAt.getTime() !== dueAt.getTime() || task.assignedTo !== assignedTo;
    await tx
      .update(crmTasks)
      .set({ title, note, dueAt, assignedTo, ...(isNews ? { remindedAt: null } : {}) })
      .where(ownTask(ctx, taskId));
    await record(tx, ctx, taskChanged, {
      subject: taskId,
      data: taskFacts({ ...task, title, dueAt }),
      named: assigneeToNotify(ctx, assignedTo, task.assignedTo),
    });
    return { taskId };
  });
}

/** Completes a task, or reopens it. Idempotent. @throws DomainError `task.not_found` */
export async function completeTask({
  ctx,
  input: { taskId, done },
}: Call<{ taskId: string; done: boolean }>): Promise<{ taskId: string; changed: boolean }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const task = await lockTask(tx, ctx, taskId);
    if ((task.doneAt !== null) === done) return { taskId, changed: false };
    await tx
      .update(crmTasks)
      .set(done ? { doneAt: ctx.clock.now(), doneBy: userOf(ctx.actor) } : { doneAt: null, doneBy: null })
      .where(ownTask(ctx, taskId));
    await record(tx, ctx, done ? taskDone : taskReopened, { subject: taskId, data: taskFacts(task) });
    return { taskId, changed: true };
  });
}

/** @throws DomainError `task.not_found` */
export async function deleteTask({ ctx, input: { taskId } }: Call<{ taskId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const task = await lockTask(tx, ctx, taskId);
    await tx.delete(crmTasks).where(ownTask(ctx, taskId));
    await record(tx, ctx, taskDeleted, { subject: taskId, data: taskFacts(task) });
    return { taskId };
  });
}
