import { and, desc, eq, isNotNull, isNull, lt } from "drizzle-orm";
import { crmTasks } from "#app/db/schema/crm/tasks.ts";
import type { Call } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { ownTask } from "./find.server.ts";

export interface TaskPage {
  limit: number;
  /** The id behind which it begins. */
  after?: string | undefined;
  contactId?: string | undefined;
  dealId?: string | undefined;
  memberId?: string | undefined;
  isDone?: boolean | undefined;
}

/** Tasks for programs, newest first, one more than `limit`. */
export const pageOfTasks = ({ ctx, input }: Call<TaskPage>) =>
  ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(crmTasks)
      .where(
        and(
          eq(crmTasks.orgId, ctx.orgId),
          input.contactId === undefined ? undefined : eq(crmTasks.contactId, input.contactId),
          input.dealId === undefined ? undefined : eq(crmTasks.dealId, input.dealId),
          input.memberId === undefined ? undefined : eq(crmTasks.assignedTo, input.memberId),
          input.isDone === undefined
            ? undefined
            : input.isDone
              ? isNotNull(crmTasks.doneAt)
              : isNull(crmTasks.doneAt),
          input.after === undefined ? undefined : lt(crmTasks.id, input.after),
        ),
      )
      .orderBy(desc(crmTasks.id))
      .limit(input.limit + 1),
  );

/** @throws DomainError `task.not_found` */
export async function readTask({ ctx, input: { taskId } }: Call<{ taskId: string }>) {
  const [row] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx.select().from(crmTasks).where(ownTask(ctx, taskId)),
  );
  if (!row) throw notFound("Task");
  return row;
}
