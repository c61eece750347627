import { and, asc, eq, inArray, isNull, lte } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { crmTasks } from "#app/db/schema/crm/tasks.ts";
import { taskDue } from "#app/domain/crm/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Services } from "#app/platform/context.ts";
import { systemContext } from "#app/platform/context.ts";
import { ownTask, taskContact, taskFacts } from "./find.server.ts";

const atOnce = 500;

/** Notifies members of due tasks, each once. Safe in any number of processes. */
export async function remindOfTasks(services: Services, job: string): Promise<{ reminded: number }> {
  const now = services.clock.now();
  const { rows } = await services.db.system.query<{ orgId: string }>({
    name: "organisations-with-due-tasks",
    text: `select distinct org_id as "orgId" from (
      select org_id from crm_tasks where done_at is null and reminded_at is null and due_at <= $1
      order by due_at limit ${atOnce}) due`,
    values: [now],
  });
  let reminded = 0;
  for (const { orgId } of rows) reminded += await remindOne(services, orgId, job);
  return { reminded };
}

async function remindOne(services: Services, orgId: string, job: string): Promise<number> {
  const ctx = systemContext(services, orgId, job);
  const remindedAt = ctx.clock.now();
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const locked = await tx
      .select({ id: crmTasks.id })
      .from(crmTasks)
      .where(
        and(
          eq(crmTasks.orgId, ctx.orgId),
          isNull(crmTasks.doneAt),
          isNull(crmTasks.remindedAt),
          lte(crmTasks.dueAt, remindedAt),
        ),
      )
      .orderBy(asc(crmTasks.dueAt))
      .limit(atOnce)
      .for("no key update", { skipLocked: true });
    const ids = locked.map(({ id }) => id);
    const due = await tx
      .select({ task: crmTasks, name: contacts.name, phone: contacts.phone })
      .from(crmTasks)
      .leftJoin(contacts, taskContact)
      .where(and(eq(crmTasks.orgId, ctx.orgId), inArray(crmTasks.id, ids)))
      .orderBy(asc(crmTasks.dueAt));
    for (const { task, name, phone } of due) {
      await tx.update(crmTasks).set({ remindedAt }).where(ownTask(ctx, task.id));
      if (task.assignedTo === null) continue;
      const data = taskFacts({ ...task, contact: name || phone || "" });
      await record(tx, ctx, taskDue, { subject: task.id, data, named: [task.assignedTo] });
    }
    return due.length;
  });
}
