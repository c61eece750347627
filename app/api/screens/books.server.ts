import { z } from "zod";
import { createDues } from "#app/domain/sales/books/createDues.server.ts";
import { askForDue, cancelDue } from "#app/domain/sales/books/due.server.ts";
import { importDues } from "#app/domain/sales/books/import.server.ts";
import { addMember, addTagged, countTagged } from "#app/domain/sales/books/members.server.ts";
import { bookChoices, getBook, listBooks } from "#app/domain/sales/books/queries.server.ts";
import { removeMember } from "#app/domain/sales/books/removeMember.server.ts";
import { archiveBook, createBook, updateBook } from "#app/domain/sales/books/save.server.ts";
import {
  bookId,
  bookMemberId,
  bookSettings,
  dueId,
  dueRows,
  memberFields,
  memberFilters,
  newBook,
  newDues,
  sheetPeriod,
  taggedMembers,
} from "#app/domain/sales/books/schemas.ts";
import { getSheet, sheetFile } from "#app/domain/sales/books/sheet.server.ts";
import { contactStatement, getDue, memberStatement } from "#app/domain/sales/books/statement.server.ts";
import { creditToDue } from "#app/domain/sales/payments/applyCredit.server.ts";
import { way } from "#app/domain/sales/requests/schemas.ts";
import { reminderChoices, setReminders } from "#app/domain/sequences/reminders.server.ts";
import { formKey } from "#app/platform/forms/formKey.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { endpoint, query, verb } from "../endpoint.ts";
import { csvDownload } from "./csvDownload.server.ts";

const one = z.object({ bookId });
const page = z.coerce.number().int().min(1).max(100_000).catch(1).default(1);
const changes = { max: 600, windowSeconds: 3600 };

const ofBooks = {
  "GET /books": query("books.view", z.object({}), listBooks),
  "POST /books": verb("books.edit", newBook, createBook, { creates: true, limit: changes }),
  "GET /books/:bookId": verb("books.view", memberFilters.extend({ bookId, page }), getBook),
  "GET /books/:bookId/choices": verb("books.view", one, bookChoices),
  "PUT /books/:bookId": verb("books.edit", bookSettings, updateBook, { limit: changes }),
  "POST /books/:bookId/archive": verb("books.edit", one, archiveBook, { limit: changes }),
  "GET /books/:bookId/sheet": verb("books.view", sheetPeriod.extend({ bookId, page }), getSheet),
  "GET /books/:bookId/sheet/file": endpoint({
    act: "books.export",
    input: sheetPeriod.extend({ bookId }),
    async run({ org, input }) {
      const { header, rows } = await sheetFile(org, input);
      return csvDownload("sheet.csv", header, rows);
    },
  }),
};

const ofReminders = {
  "GET /books/:bookId/reminders": verb("books.view", one, reminderChoices),
  "PUT /books/:bookId/reminders": verb(
    "books.edit",
    one.extend({ sequenceId: idOf("sequence", z.string().max(64)).default("") }),
    setReminders,
    { limit: changes },
  ),
};

const ofMembers = {
  "POST /books/:bookId/members": verb("books.edit", memberFields.extend({ bookId }), addMember, {
    creates: true,
    limit: changes,
  }),
  /** How many members this would add. */
  "GET /books/:bookId/tagged": verb(
    "books.edit",
    taggedMembers.pick({ tag: true }).extend({ bookId }),
    countTagged,
  ),
  "POST /books/:bookId/tagged": verb("books.edit", taggedMembers.extend({ bookId }), addTagged, {
    limit: changes,
  }),
  "GET /books/:bookId/members/:bookMemberId": endpoint({
    act: "books.view",
    input: one.extend({ bookMemberId }),
    run: ({ org, input }) =>
      memberStatement({ ctx: org, input: { bookId: input.bookId, memberId: input.bookMemberId } }),
  }),
  "DELETE /books/:bookId/members/:bookMemberId": endpoint({
    act: "books.edit",
    input: one.extend({ bookMemberId }),
    limit: changes,
    run: ({ org, input }) =>
      removeMember({ ctx: org, input: { bookId: input.bookId, memberId: input.bookMemberId } }),
  }),
  "GET /contacts/:contactId/dues": verb(
    "books.view",
    z.object({ contactId: idOf("contact") }),
    contactStatement,
  ),
};

const ofDues = {
  "GET /books/:bookId/members/:bookMemberId/dues/:dueId": endpoint({
    act: "books.view",
    input: one.extend({ bookMemberId, dueId }),
    run: ({ org, input: { bookMemberId: memberId, ...input } }) =>
      getDue({ ctx: org, input: { ...input, memberId } }),
  }),
  "POST /books/:bookId/dues": verb("books.edit", newDues.extend({ bookId }), createDues, { limit: changes }),
  "POST /books/:bookId/import": verb(
    "books.edit",
    dueRows.extend({ bookId, apply: z.boolean().default(false) }),
    importDues,
    { limit: changes },
  ),
  "POST /dues/:dueId/cancel": verb("books.edit", z.object({ dueId }), cancelDue, { limit: changes }),
  "POST /dues/:dueId/credit": verb("books.edit", z.object({ dueId }), creditToDue, { limit: changes }),
  "POST /dues/:dueId/request": endpoint({
    act: "paymentRequests.ask",
    input: z.object({ dueId, way, key: formKey }),
    limit: changes,
    async run({ org, input }) {
      const { request, sent } = await askForDue({ ctx: org, input });
      return { requestId: request.id, sent };
    },
  }),
};

/** Books of fees, contributions, rents and loans. */
export const bookCalls = { ...ofBooks, ...ofReminders, ...ofMembers, ...ofDues };
