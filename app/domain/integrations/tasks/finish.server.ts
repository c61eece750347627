import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { eventTasks, type TaskState, type TaskStep } from "#app/db/schema/integrations/rules.ts";
import type { Services } from "#app/platform/context.ts";
import type { Task } from "./claim.server.ts";

export interface Outcome {
  state: Exclude<TaskState, "waiting" | "running">;
  /** Absent: the stored steps are unchanged. */
  steps?: TaskStep[] | undefined;
  note?: string;
}

const minute = 60_000;
/** Pauses after the first, second, … failure. */
const waitsMs = [5000, minute, 5 * minute, 30 * minute, 120 * minute];

const taken = (task: Task) =>
  and(
    eq(eventTasks.orgId, task.orgId),
    eq(eventTasks.id, task.id),
    // Another process may have taken it over after the lease.
    eq(eventTasks.attempts, task.attempts),
  );

/**
 * Stores a task's steps in the transaction of their effects. @throws Error when another process has taken the
 * task over
 */
export async function saveSteps(tx: Tx, task: Task, steps: TaskStep[]): Promise<void> {
  const { rowCount } = await tx.update(eventTasks).set({ steps }).where(taken(task));
  if (rowCount !== 1) throw new Error("This task has been taken over");
}

/** Stores a task's result. */
export async function finishTask(
  services: Pick<Services, "db" | "clock">,
  task: Task,
  { state, steps, note }: Outcome,
): Promise<void> {
  await services.db.withOrg(task.orgId, (tx) =>
    tx
      .update(eventTasks)
      .set({ state, steps, note: note ?? null, dueAt: null, finishedAt: services.clock.now() })
      .where(taken(task)),
  );
}

/**
 * Schedules a retry after a transient error; after six attempts the task fails. `steps` are those completed.
 */
export async function retryTask(
  services: Pick<Services, "db" | "clock">,
  task: Task,
  { steps, note }: { steps?: TaskStep[]; note: string },
): Promise<void> {
  const wait = waitsMs[task.attempts - 1];
  if (wait === undefined) return finishTask(services, task, { state: "failed", steps, note });
  const dueAt = new Date(services.clock.now().getTime() + wait);
  await services.db.withOrg(task.orgId, (tx) =>
    tx.update(eventTasks).set({ state: "waiting", steps, note, dueAt }).where(taken(task)),
  );
}
