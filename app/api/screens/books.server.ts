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
import { endpoint } from "../endpoint.ts";
import { csvDownload } from "./csvDownload.server.ts";

const one = z.object({ bookId });
const page = z.coerce.number().int().min(1).max(100_000).catch(1).default(1);
const changes = { max: 600, windowSeconds: 3600 };

const ofBooks = {
  "GET /books": endpoint({ act: "books.view", input: z.object({}), run: ({ org }) => listBooks(org) }),
  "POST /books": endpoint({
    act: "books.edit",
    creates: true,
    input: newBook,
    limit: changes,
    run: ({ org, input }) => createBook({ ctx: org, input }),
  }),
  "GET /books/:bookId": endpoint({
    act: "books.view",
    input: memberFilters.extend({ bookId, page }),
    run: ({ org, input }) => getBook({ ctx: org, input }),
  }),
  "GET /books/:bookId/choices": endpoint({
    act: "books.view",
    input: one,
    run: ({ org, input }) => bookChoices({ ctx: org, input }),
  }),
  "PUT /books/:bookId": endpoint({
    act: "books.edit",
    input: bookSettings,
    limit: changes,
    run: ({ org, input }) => updateBook({ ctx: org, input }),
  }),
  "POST /books/:bookId/archive": endpoint({
    act: "books.edit",
    input: one,
    limit: changes,
    run: ({ org, input }) => archiveBook({ ctx: org, input }),
  }),
  "GET /books/:bookId/sheet": endpoint({
    act: "books.view",
    input: sheetPeriod.extend({ bookId, page }),
    run: ({ org, input }) => getSheet({ ctx: org, input }),
  }),
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
  "GET /books/:bookId/reminders": endpoint({
    act: "books.view",
    input: one,
    run: ({ org, input }) => reminderChoices({ ctx: org, input }),
  }),
  "PUT /books/:bookId/reminders": endpoint({
    act: "books.edit",
    input: one.extend({ sequenceId: idOf("sequence", z.string().max(64)).default("") }),
    limit: changes,
    run: ({ org, input }) => setReminders({ ctx: org, input }),
  }),
};

const ofMembers = {
  "POST /books/:bookId/members": endpoint({
    act: "books.edit",
    creates: true,
    input: memberFields.extend({ bookId }),
    limit: changes,
    run: ({ org, input }) => addMember({ ctx: org, input }),
  }),
  /** How many members this would add. */
  "GET /books/:bookId/tagged": endpoint({
    act: "books.edit",
    input: taggedMembers.pick({ tag: true }).extend({ bookId }),
    run: ({ org, input }) => countTagged({ ctx: org, input }),
  }),
  "POST /books/:bookId/tagged": endpoint({
    act: "books.edit",
    input: taggedMembers.extend({ bookId }),
    limit: changes,
    run: ({ org, input }) => addTagged({ ctx: org, input }),
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
  "GET /contacts/:contactId/dues": endpoint({
    act: "books.view",
    input: z.object({ contactId: idOf("contact") }),
    run: ({ org, input }) => contactStatement({ ctx: org, input }),
  }),
};

const ofDues = {
  "GET /books/:bookId/members/:bookMemberId/dues/:dueId": endpoint({
    act: "books.view",
    input: one.extend({ bookMemberId, dueId }),
    run: ({ org, input: { bookMemberId: memberId, ...input } }) =>
      getDue({ ctx: org, input: { ...input, memberId } }),
  }),
  "POST /books/:bookId/dues": endpoint({
    act: "books.edit",
    input: newDues.extend({ bookId }),
    limit: changes,
    run: ({ org, input }) => createDues({ ctx: org, input }),
  }),
  "POST /books/:bookId/import": endpoint({
    act: "books.edit",
    input: dueRows.extend({ bookId, apply: z.boolean().default(false) }),
    limit: changes,
    run: ({ org, input }) => importDues({ ctx: org, input }),
  }),
  "POST /dues/:dueId/cancel": endpoint({
    act: "books.edit",
    input: z.object({ dueId }),
    limit: changes,
    run: ({ org, input }) => cancelDue({ ctx: org, input }),
  }),
  "POST /dues/:dueId/credit": endpoint({
    act: "books.edit",
    input: z.object({ dueId }),
    limit: changes,
    run: ({ org, input }) => creditToDue({ ctx: org, input }),
  }),
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
