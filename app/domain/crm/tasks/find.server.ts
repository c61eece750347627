import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { crmTasks } from "#app/db/schema/crm/tasks.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { m } from "#messages";

export const ownTask = ({ orgId }: Pick<OrgContext, "orgId">, taskId: string) =>
  and(eq(crmTasks.orgId, orgId), eq(crmTasks.id, taskId));

export const taskContact = and(eq(contacts.orgId, crmTasks.orgId), eq(contacts.id, crmTasks.contactId));

/** A task with its contact by name, its row locked: first locked, then joined. @throws DomainError `task.not_found` */
export async function lockTask(tx: Tx, ctx: OrgContext, taskId: string) {
  await tx.select({ id: crmTasks.id }).from(crmTasks).where(ownTask(ctx, taskId)).for("no key update");
  const [row] = await tx
    .select({ task: crmTasks, name: contacts.name, phone: contacts.phone })
    .from(crmTasks)
    .leftJoin(contacts, taskContact)
    .where(ownTask(ctx, taskId));
  if (!row) throw notFound("Task");
  const contact = row.task.contactId === null ? "" : row.name || row.phone || m.common_whatsapp_user();
  return { ...row.task, contact };
}

/** A task's facts in events. */
export const taskFacts = (task: {
  contactId: string | null;
  contact: string;
  title: string;
  dueAt: Date;
}) => ({
  contactId: task.contactId,
  contact: task.contact,
  name: task.title,
  dueAt: task.dueAt.toISOString(),
});
