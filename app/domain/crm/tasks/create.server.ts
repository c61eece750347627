import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { deals } from "#app/db/schema/crm/deals.ts";
import { crmTasks } from "#app/db/schema/crm/tasks.ts";
import { taskCreated } from "#app/domain/crm/events.ts";
import { assigneeToNotify, contactNamed, memberNamed } from "#app/domain/crm/people.server.ts";
import type { TaskFields } from "#app/domain/crm/schemas.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { taskFacts } from "./find.server.ts";

/** Empty ids: for no contact, no deal. The same `key` makes one task. */
export interface NewTask extends TaskFields {
  contactId: string;
  dealId: string;
  key?: string | undefined;
}

/** A task of a deal is about its contact. @throws DomainError `contact.not_found`, `deal.not_found`, `member.not_found` */
export const createTask = ({ ctx, input }: Call<NewTask>) =>
  ctx.db.withOrg(ctx.orgId, (tx) => createTaskIn(tx, ctx, input));

/** The same, in a transaction that does more. */
export async function createTaskIn(tx: Tx, ctx: OrgContext, input: NewTask) {
  const now = ctx.clock.now();
  const id = newId("tsk", now.getTime());
  const contactId = await contactFor(tx, ctx, input);
  const contact = contactId === null ? "" : await contactNamed(tx, ctx, contactId);
  const member = await memberNamed(tx, ctx, input.memberId);
  const [made] = await tx
    .insert(crmTasks)
    .values({
      orgId: ctx.orgId,
      id,
      title: input.title,
      note: input.note,
      contactId,
      dealId: input.dealId || null,
      assignedTo: member?.id ?? null,
      dueAt: input.dueAt,
      onceKey: input.key ?? null,
      createdBy: userOf(ctx.actor),
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: crmTasks.id });
  if (!made) {
    const [known] = await tx
      .select({ id: crmTasks.id })
      .from(crmTasks)
      .where(and(eq(crmTasks.orgId, ctx.orgId), eq(crmTasks.onceKey, input.key ?? "")));
    return { taskId: known?.id ?? id, created: false };
  }
  await record(tx, ctx, taskCreated, {
    subject: id,
    data: taskFacts({ ...input, contactId, contact }),
    named: assigneeToNotify(ctx, member?.id ?? null),
  });
  return { taskId: id, created: true };
}

async function contactFor(tx: Tx, ctx: OrgContext, { contactId, dealId }: NewTask): Promise<string | null> {
  if (!dealId) return contactId || null;
  if (contactId) await contactNamed(tx, ctx, contactId);
  const [deal] = await tx
    .select({ contactId: deals.contactId })
    .from(deals)
    .where(and(eq(deals.orgId, ctx.orgId), eq(deals.id, dealId)));
  if (!deal) throw notFound("Deal");
  return deal.contactId;
}
