import { and, eq, sql } from "drizzle-orm";
import { dealStages, deals } from "#app/db/schema/crm/deals.ts";
import { crmTasks } from "#app/db/schema/crm/tasks.ts";
import { type ContactTable, deletedWithContact, leftOutAs } from "#app/domain/record/contactTables.ts";

const dealColumns = {
  title: deals.title,
  valueCents: deals.valueCents,
  stage: dealStages.name,
  closesOn: deals.closesOn,
  note: deals.note,
  closedAt: deals.closedAt,
  createdAt: deals.createdAt,
};
const taskColumns = {
  title: crmTasks.title,
  note: crmTasks.note,
  dueAt: crmTasks.dueAt,
  doneAt: crmTasks.doneAt,
  createdAt: crmTasks.createdAt,
};

/** What a contact may buy, and what members do for them. */
export const crmContactData: readonly ContactTable[] = [
  {
    table: deals,
    onExport: {
      name: "deals",
      columns: dealColumns,
      leftOut: {
        ...leftOutAs("How it is kept", "orgId", "id", "contactId", "onceKey", "updatedAt"),
        ...leftOutAs("The copy has the stage by its name", "stageId", "stageSince"),
        ownerUserId: "The member who follows it",
      },
      read: (tx, { orgId, contactId }) =>
        tx
          .select(dealColumns)
          .from(deals)
          .innerJoin(dealStages, and(eq(dealStages.orgId, orgId), eq(dealStages.id, deals.stageId)))
          .where(and(eq(deals.orgId, orgId), eq(deals.contactId, contactId))),
    },
    onErase: deletedWithContact,
    async onMerge(tx, { orgId, keptId, goneId }) {
      await tx.execute(
        sql`update deals set contact_id = ${keptId} where org_id = ${orgId} and contact_id = ${goneId}`,
      );
    },
  },
  {
    table: crmTasks,
    onExport: {
      name: "tasks",
      columns: taskColumns,
      leftOut: {
        ...leftOutAs("How it is kept", "orgId", "id", "contactId", "dealId", "onceKey", "updatedAt"),
        ...leftOutAs("The members who work on it", "assignedTo", "doneBy", "createdBy", "remindedAt"),
      },
      read: (tx, { orgId, contactId }) =>
        tx
          .select(taskColumns)
          .from(crmTasks)
          .where(and(eq(crmTasks.orgId, orgId), eq(crmTasks.contactId, contactId))),
    },
    onErase: deletedWithContact,
    async onMerge(tx, { orgId, keptId, goneId }) {
      await tx.execute(
        sql`update crm_tasks set contact_id = ${keptId} where org_id = ${orgId} and contact_id = ${goneId}`,
      );
    },
  },
];
