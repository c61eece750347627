import { z } from "zod";
import { bookKinds } from "#app/db/schema/sales/books.ts";
import { askForDue, cancelDue } from "#app/domain/sales/books/due.server.ts";
import { bookLimits } from "#app/domain/sales/books/fieldRules.ts";
import { createDue, openBooks, pageOfDues, readDue } from "#app/domain/sales/books/pages.server.ts";
import { day } from "#app/domain/sales/books/schemas.ts";
import { dueStates } from "#app/domain/sales/dues/states.ts";
import { wholeKesInCents } from "#app/domain/sales/wholeKes.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { call, idField, iso, moment } from "./call.ts";
import { pageFields, pageOf, positionOf, toPage } from "./paging.ts";
import { paymentRequest, promptErrors, readPaymentRequest, wayField } from "./paymentRequests.server.ts";

const group = "dues";
const dayField = z.string().meta({ description: "`YYYY-MM-DD`.", example: "2027-01-31" });

const book = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(bookKinds),
    till_id: z.string(),
    created_at: moment,
  })
  .meta({ id: "Book" });

const due = z
  .object({
    id: z.string(),
    status: z.enum(dueStates).meta({
      description:
        "`part_paid` and `open` become `overdue` after their day. What was paid of a `cancelled` one stays paid.",
    }),
    kind: z.enum(["due", "penalty"]),
    book_id: z.string(),
    contact_id: z.string().nullable(),
    member: z
      .string()
      .meta({ description: "The pupil or unit that the contact pays for; empty: the contact." }),
    member_number: z.string(),
    label: z.string(),
    amount_cents: z.number().int().meta({ description: "KES cents." }),
    paid_cents: z.number().int().meta({ description: "KES cents." }),
    due_on: dayField,
    created_at: moment,
  })
  .meta({ id: "Due" });

type Row = Awaited<ReturnType<typeof pageOfDues>>[number];

const show = (row: Row): z.input<typeof due> => ({
  ...{ id: row.id, status: row.state, kind: row.kind, book_id: row.bookId, contact_id: row.contactId },
  ...{ member: row.member, member_number: row.memberNumber, label: row.label, due_on: row.dueOn },
  ...{ amount_cents: row.amountCents, paid_cents: row.paidCents, created_at: iso(row.createdAt) },
});

const one = z.object({ due_id: idField("due_id", "due") });

export const dues = {
  "GET /v1/books": call({
    scope: "dues:read",
    group,
    id: "list-books",
    input: z.object({}),
    output: z.object({ data: z.array(book) }),
    errors: [],
    async run({ ctx }) {
      const rows = await openBooks(ctx);
      return {
        data: rows.map(({ tillId, createdAt, ...row }) => ({
          ...{ ...row, till_id: tillId, created_at: iso(createdAt) },
        })),
      };
    },
  }),
  "POST /v1/dues": call({
    scope: "dues:write",
    group,
    id: "create-a-due",
    input: z.object({
      book_id: idField("book_id", "book"),
      contact_id: idField("contact_id", "contact"),
      member: z.string().trim().max(bookLimits.label).default("").meta({ example: "Wanjiku Kamau" }),
      member_number: z.string().trim().max(bookLimits.number).default("").meta({ example: "ADM-0031" }),
      label: z.string().trim().min(1).max(bookLimits.label).meta({ example: "Term 1" }),
      amount_cents: wholeKesInCents({ most: bookLimits.amountKes }).meta({
        description: "KES cents, whole shillings.",
        example: 1_500_000,
      }),
      due_on: day.meta({ description: "`YYYY-MM-DD`.", example: "2027-01-31" }),
    }),
    output: due,
    status: 201,
    example: {
      book_id: "bok_0199a1b2c3d40001aabbccddeeff0011",
      contact_id: "con_0199a1b2c3d40001aabbccddeeff0011",
      member: "Wanjiku Kamau",
      label: "Term 1",
      amount_cents: 1_500_000,
      due_on: "2027-01-31",
    },
    errors: ["book.not_found", "book.archived", "contact.not_found"],
    async run({ ctx, input }) {
      const made = await createDue({
        ctx,
        input: {
          ...{ bookId: input.book_id, contactId: input.contact_id, member: input.member },
          ...{ memberNumber: input.member_number, label: input.label },
          ...{ amountCents: input.amount_cents, dueOn: input.due_on },
        },
      });
      return show(made);
    },
  }),
  "GET /v1/dues": call({
    scope: "dues:read",
    group,
    id: "list-dues",
    input: z.object({
      ...pageFields,
      contact_id: idOf("contact").optional(),
      book_id: idOf("book").optional(),
    }),
    output: pageOf(due),
    errors: ["request.bad_cursor"],
    async run({ ctx, input: { limit, cursor, ...by } }) {
      const input = {
        ...{ limit, after: positionOf(cursor), contactId: by.contact_id, bookId: by.book_id },
      };
      return toPage(await pageOfDues({ ctx, input }), limit, show, (row) => row.id);
    },
  }),
  "GET /v1/dues/:due_id": call({
    scope: "dues:read",
    group,
    id: "read-a-due",
    input: one,
    output: due,
    errors: ["due.not_found"],
    run: async ({ ctx, input }) => show(await readDue({ ctx, input: { dueId: input.due_id } })),
  }),
  "POST /v1/dues/:due_id/request": call({
    scope: "payment_requests:write",
    group,
    id: "request-a-due",
    input: one.extend({ way: wayField }),
    output: paymentRequest,
    status: 201,
    example: { way: "account" },
    errors: ["due.not_found", "due.closed", "due.no_contact", ...promptErrors],
    async run({ ctx, input: { due_id: dueId, way } }) {
      const { request } = await askForDue({ ctx, input: { dueId, way, key: `api:${ctx.onceKey}` } });
      return readPaymentRequest(ctx, request.id);
    },
  }),
  "POST /v1/dues/:due_id/cancel": call({
    scope: "dues:write",
    group,
    id: "cancel-a-due",
    input: one,
    output: due,
    errors: ["due.not_found", "due.closed"],
    async run({ ctx, input: { due_id: dueId } }) {
      await cancelDue({ ctx, input: { dueId } });
      return show(await readDue({ ctx, input: { dueId } }));
    },
  }),
};
