import path from "node:path";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable, pgTable, text } from "drizzle-orm/pg-core";
import { beforeAll, describe, expect, it } from "vitest";
import { contactTables } from "#app/contactTables.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import {
  type ContactCopy,
  type ContactTable,
  deletedWithContact,
  followsConversation,
} from "#app/domain/record/contactTables.ts";
import { allPaths, root } from "./files.ts";

let tables: PgTable[] = [];

beforeAll(async () => {
  const files = allPaths.filter((file) => /^app\/db\/schema\/[^/]+\/.*\.ts$/.test(file));
  const modules = await Promise.all(
    files.map((file) => import(path.join(root, file)) as Promise<Record<string, unknown>>),
  );
  tables = modules
    .flatMap((module) => Object.values(module))
    .filter((value) => is(value, PgTable)) as PgTable[];
});

const foreignKeysTo = (table: PgTable, to: PgTable) =>
  getTableConfig(table).foreignKeys.filter((key) => key.reference().foreignTable === to);

/** It has a column of a contact, or a foreign key to one or to a conversation. */
const refersToContact = (table: PgTable) =>
  getTableConfig(table).columns.some(({ name }) => name === "contact_id") ||
  [contacts, conversations].some((to) => foreignKeysTo(table, to).length > 0);

const unregistered = (all: readonly PgTable[], registered: readonly ContactTable[]) =>
  all
    .filter(refersToContact)
    .filter((table) => !registered.some((one) => one.table === table))
    .map(getTableName);

/** Columns that a copy has neither as a column nor as one that is left out, or both ways, or that are no columns. */
function wronglyCopied(table: PgTable, { columns, leftOut }: ContactCopy): string[] {
  const copied = new Set<unknown>(Object.values(columns));
  const names = Object.entries(getTableColumns(table));
  return [
    ...names.filter(([name, column]) => copied.has(column) === name in leftOut).map(([name]) => name),
    ...Object.keys(leftOut).filter((name) => !(name in getTableColumns(table))),
  ].map((name) => `${getTableName(table)}.${name}`);
}

const copies = contactTables.flatMap(({ table, onExport }) =>
  typeof onExport === "string" ? [] : [{ table, copy: onExport }],
);

describe("tables with rows about contacts", () => {
  it("are registered by their rooms, each once", () => {
    expect(tables.length).toBeGreaterThan(150);
    expect(unregistered(tables, contactTables)).toEqual([]);
    expect(new Set(contactTables.map(({ table }) => table)).size).toBe(contactTables.length);
    expect(unregistered(tables, contactTables.slice(1))).toEqual([getTableName(contactTables[0]!.table)]);
    const added = pgTable("added", { contactId: text("contact_id") });
    expect(unregistered([added], contactTables)).toEqual(["added"]);
  });

  it("have a hook or a reason for each of copy, erasure and merge", () => {
    const reasons = contactTables
      .flatMap(({ onExport, onErase, onMerge }) => [onExport, onErase, onMerge])
      .filter((hook) => typeof hook === "string");
    expect(reasons.filter((reason) => reason.length < 15)).toEqual([]);
  });

  it("have every column in a person's copy, or left out for a reason", () => {
    expect(copies.flatMap(({ table, copy }) => wronglyCopied(table, copy))).toEqual([]);
    expect(new Set(copies.map(({ copy }) => copy.name)).size).toBe(copies.length);
    const [{ table, copy }] = copies as [(typeof copies)[0]];
    expect(wronglyCopied(table, { ...copy, columns: {} })).not.toEqual([]);
    expect(
      wronglyCopied(table, { ...copy, leftOut: { ...copy.leftOut, gone: "No such column" } }),
    ).toHaveLength(1);
  });

  it("have the foreign key that their reason names", () => {
    const cascades = (table: PgTable, to: PgTable) =>
      foreignKeysTo(table, to).some(({ onDelete }) => onDelete === "cascade");
    const wrong = contactTables.filter(
      ({ table, onErase }) =>
        (onErase === deletedWithContact && !cascades(table, contacts)) ||
        (onErase === followsConversation.onErase && !cascades(table, conversations)),
    );
    expect(wrong.map(({ table }) => getTableName(table))).toEqual([]);
    expect(cascades(conversations, contacts)).toBe(false);
  });
});
