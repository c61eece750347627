import type { SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "#app/db/client.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** Why a hook has nothing to do, or why a copy leaves a column out. */
type Reason = string;

/** What a person's copy holds of a table. Every column of the table is either in `columns` or in `leftOut`. */
export interface ContactCopy {
  /** The name of its list in the copy. */
  name: string;
  columns: Record<string, PgColumn | SQL>;
  leftOut: Record<string, Reason>;
  read(tx: Tx, person: { orgId: OrgId; contactId: string }): Promise<readonly Record<string, unknown>[]>;
}

export interface ErasedPerson {
  contactId: string;
  /** Empty where the contact was deleted before. */
  name: string;
  phone: string | null;
  /** The person asked for it: rows that stay as records no longer say whose they are. */
  isRequested: boolean;
  /** Their conversations, as soon as these are deleted. */
  conversationIds: readonly string[];
}

/** What an erasure did: rows that are `emptied` stay for the figures and the bills. */
export interface Erasure {
  conversationIds: readonly string[];
  messages: number;
  emptied: number;
  events: number;
}

export interface Merge {
  orgId: OrgId;
  keptId: string;
  goneId: string;
  at: Date;
}

/** What happens to a table's rows about a contact. A text says why nothing has to be done. */
export interface ContactTable {
  table: PgTable;
  onExport: ContactCopy | Reason;
  /** Runs after the contact's row is deleted, in the same transaction. */
  onErase:
    | ((
        tx: Tx,
        ctx: Pick<OrgContext, "orgId" | "config" | "clock">,
        person: ErasedPerson,
      ) => Promise<Partial<Erasure>>)
    | Reason;
  /** Runs while both contacts are locked, before the row of the one that goes is deleted. */
  onMerge: ((tx: Tx, merge: Merge) => Promise<void>) | Reason;
}

/** Of rows with a foreign key to the contact. */
export const deletedWithContact = "Deleted with the contact, by its foreign key";

/** Of rows with a foreign key to a conversation. */
export const followsConversation = {
  onErase: "Deleted with the conversation, by its foreign key",
  onMerge: "Stays with the conversation, which moves or ends",
};

/** The same reason for several columns. */
export const leftOutAs = (reason: Reason, ...columns: string[]): Record<string, Reason> =>
  Object.fromEntries(columns.map((column) => [column, reason]));

let registered: readonly ContactTable[] | undefined;

/** Names all tables about contacts, in the order in which their rows are locked. */
export const registerContactTables = (tables: readonly ContactTable[]): void => {
  registered = tables;
};

/** @throws Error where none were registered: no erasure may leave a table out. */
export function contactTables(): readonly ContactTable[] {
  if (!registered) throw new Error("Register the tables about contacts before a contact is merged or erased");
  return registered;
}
