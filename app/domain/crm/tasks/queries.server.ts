import { and, asc, desc, eq, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { crmTasks, deals } from "#app/db/schema/crm.ts";
import type { TaskFilters } from "#app/domain/crm/schemas.ts";
import { teamOf } from "#app/domain/messaging/inbox/team.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { pageOf, pageSize } from "#app/platform/pageOf.ts";
import { m } from "#messages";
import { ownTask, taskContact } from "./find.server.ts";

const taskDeal = and(eq(deals.orgId, crmTasks.orgId), eq(deals.id, crmTasks.dealId));

const from = (tx: Tx) =>
  tx
    .select({
      id: crmTasks.id,
      title: crmTasks.title,
      note: crmTasks.note,
      dueAt: crmTasks.dueAt,
      doneAt: crmTasks.doneAt,
      assignedTo: crmTasks.assignedTo,
      contactId: crmTasks.contactId,
      contact: sql<string | null>`case when ${crmTasks.contactId} is not null
        then coalesce(nullif(${contacts.name}, ''), ${contacts.phone}, ${m.labels_whatsapp_user()}) end`,
      dealId: crmTasks.dealId,
      deal: deals.title,
    })
    .from(crmTasks)
    .leftJoin(contacts, taskContact)
    .leftJoin(deals, taskDeal)
    .$dynamic();

type Row = Awaited<ReturnType<typeof from>>[number];

async function withMembers(tx: Tx, ctx: OrgContext, rows: readonly Row[]) {
  const team = rows.length === 0 ? [] : await teamOf(tx, ctx.orgId);
  const now = ctx.clock.now();
  return rows.map(({ assignedTo, ...row }) => {
    const member = team.find(({ id }) => id === assignedTo);
    return {
      ...row,
      member: member ? { id: member.id, name: member.name } : null,
      isOverdue: row.doneAt === null && row.dueAt < now,
    };
  });
}

const mostBeside = 20;

/** The tasks of a deal or contact that are open, the next due one first. */
export async function tasksOf(tx: Tx, ctx: OrgContext, of: { dealId: string } | { contactId: string }) {
  const about = "dealId" in of ? eq(crmTasks.dealId, of.dealId) : eq(crmTasks.contactId, of.contactId);
  const rows = await from(tx)
    .where(and(eq(crmTasks.orgId, ctx.orgId), isNull(crmTasks.doneAt), about))
    .orderBy(asc(crmTasks.dueAt), asc(crmTasks.id))
    .limit(mostBeside);
  return withMembers(tx, ctx, rows);
}

/** The tasks of a view: open ones by their due time, those that are done by when they were. */
export async function listTasks(ctx: OrgContext, { view, page, me }: TaskFilters & { me: string }) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const open = isNull(crmTasks.doneAt);
    const parts: Record<TaskFilters["view"], SQL | undefined> = {
      mine: and(open, eq(crmTasks.assignedTo, me)),
      all: open,
      overdue: and(open, lt(crmTasks.dueAt, ctx.clock.now())),
      done: isNotNull(crmTasks.doneAt),
    };
    const where = and(eq(crmTasks.orgId, ctx.orgId), parts[view]);
    const [counted] = await tx.select({ count: sql<number>`count(*)::int` }).from(crmTasks).where(where);
    const { offset, ...paging } = pageOf(counted?.count ?? 0, page);
    const rows = await from(tx)
      .where(where)
      .orderBy(
        ...(view === "done"
          ? [desc(crmTasks.doneAt), desc(crmTasks.id)]
          : [asc(crmTasks.dueAt), asc(crmTasks.id)]),
      )
      .limit(pageSize)
      .offset(offset);
    return { ...paging, tasks: await withMembers(tx, ctx, rows) };
  });
}

/** @throws DomainError `task.not_found` */
export async function getTask(ctx: OrgContext, taskId: string) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const rows = await from(tx).where(ownTask(ctx, taskId));
    const [task] = await withMembers(tx, ctx, rows);
    if (!task) throw notFound("Task");
    return { task, team: (await teamOf(tx, ctx.orgId)).map(({ id, name }) => ({ id, name })) };
  });
}
