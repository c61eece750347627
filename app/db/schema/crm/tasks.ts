import { sql } from "drizzle-orm";
import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId, updatedAt } from "../columns.ts";
import { contacts } from "../contacts/contacts.ts";
import { deals } from "./deals.ts";

/** A member's task, for a contact, a deal, or neither. */
export const crmTasks = pgTable(
  "crm_tasks",
  {
    orgId: orgId(),
    id: id(),
    title: text("title").notNull(),
    note: text("note").notNull().default(""),
    contactId: text("contact_id"),
    dealId: text("deal_id"),
    /** Null, or a member who has left: unassigned. */
    assignedTo: text("assigned_to"),
    dueAt: at("due_at").notNull(),
    doneAt: at("done_at"),
    doneBy: text("done_by"),
    /** When its member was notified that it is due. */
    remindedAt: at("reminded_at"),
    /** Its source, which creates it only once. */
    onceKey: text("once_key"),
    createdBy: text("created_by"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("crm_tasks_open").on(t.orgId, t.dueAt, t.id).where(sql`done_at is null`),
    index("crm_tasks_mine").on(t.orgId, t.assignedTo, t.dueAt).where(sql`done_at is null`),
    index("crm_tasks_done").on(t.orgId, t.doneAt).where(sql`done_at is not null`),
    index("crm_tasks_contact").on(t.orgId, t.contactId, t.dueAt),
    index("crm_tasks_deal").on(t.orgId, t.dealId, t.dueAt),
    index("crm_tasks_due").on(t.dueAt).where(sql`done_at is null and reminded_at is null`),
    uniqueIndex("crm_tasks_once").on(t.orgId, t.onceKey).where(sql`once_key is not null`),
    foreignKey({
      columns: [t.orgId, t.contactId],
      foreignColumns: [contacts.orgId, contacts.id],
    }).onDelete("cascade"),
    foreignKey({ columns: [t.orgId, t.dealId], foreignColumns: [deals.orgId, deals.id] }).onDelete("cascade"),
  ],
);
