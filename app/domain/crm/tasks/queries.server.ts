import { and, asc, desc, eq, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { deals } from "#app/db/schema/crm/deals.ts";
import { crmTasks } from "#app/db/schema/crm/tasks.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import type { TaskFilters } from "#app/domain/crm/schemas.ts";
import { teamOf } from "#app/domain/messaging/inboxSettings/team.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
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
        then coalesce(nullif(${contacts.name}, ''), ${contacts.phone}, ${m.common_whatsapp_user()}) end`,
      dealId: crmTasks.dealId,
      deal: deals.title,
      memberName: sql<string | null>`case when ${members.userId} is not null
        then coalesce(nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.email}) end`,
    })
    .from(crmTasks)
    .leftJoin(contacts, taskContact)
    .leftJoin(deals, taskDeal)
    .leftJoin(members, and(eq(members.orgId, crmTasks.orgId), eq(members.userId, crmTasks.assignedTo)))
    .leftJoin(users, eq(users.id, members.userId))
    .$dynamic();

type Row = Awaited<ReturnType<typeof from>>[number];

/** With its member by name; none where that member has left. */
export const asTasks = (ctx: OrgContext, rows: readonly Row[]) =>
  rows.map(({ assignedTo, memberName, ...row }) => ({
    ...row,
    member: assignedTo !== null && memberName !== null ? { id: assignedTo, name: memberName } : null,
    isOverdue: row.doneAt === null && row.dueAt < ctx.clock.now(),
  }));

const mostInSidebar = 20;

/** The open tasks of a deal or contact, next due first, not yet queried. */
export function tasksOf(tx: Tx, orgId: OrgId, of: { dealId: string } | { contactId: string }) {
  const about = "dealId" in of ? eq(crmTasks.dealId, of.dealId) : eq(crmTasks.contactId, of.contactId);
  return from(tx)
    .where(and(eq(crmTasks.orgId, orgId), isNull(crmTasks.doneAt), about))
    .orderBy(asc(crmTasks.dueAt), asc(crmTasks.id))
    .limit(mostInSidebar);
}

/** The tasks of a view: open ones by due time, completed ones by completion. */
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
    return { ...paging, tasks: asTasks(ctx, rows) };
  });
}

/** @throws DomainError `task.not_found` */
export async function getTask(ctx: OrgContext, taskId: string) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const rows = await from(tx).where(ownTask(ctx, taskId));
    const [task] = asTasks(ctx, rows);
    if (!task) throw notFound("Task");
    return { task, team: (await teamOf(tx, ctx.orgId)).map(({ id, name }) => ({ id, name })) };
  });
}
