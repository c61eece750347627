/* What the events of this room say, apart from their types. */

import { z } from "zod";
import { orderSources } from "#app/db/schema/sales/orders.ts";

/** Of Meta; with the products that a sync added, changed, and no longer found. */
export const catalogue = z.object({ catalogue: z.string() });
export const catalogueChanges = catalogue.extend({
  created: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
});

export const till = z.object({ till: z.string(), number: z.string() });

/** `contact` and `phone` as of that time; null and empty without a contact. */
export const person = z.object({
  contactId: z.string().nullable(),
  contact: z.string(),
  phone: z.string().nullable(),
});

export const request = person.extend({
  amountCents: z.number().int(),
  reason: z.string(),
  account: z.string(),
});

export const requestFields = {
  contact_id: "contactId",
  contact_name: "contact",
  phone: "phone",
  amount_cents: "amountCents",
  reason: "reason",
  account: "account",
} as const;

export const order = person.extend({
  number: z.number().int(),
  amountCents: z.number().int(),
  source: z.enum(orderSources),
});

export const orderFields = {
  contact_id: "contactId",
  contact_name: "contact",
  phone: "phone",
  number: "number",
  total_cents: "amountCents",
  source: "source",
} as const;

/** `member`: the pupil or house that it is for. `kind`: `penalty` for one that was added because another is unpaid. */
export const due = person.extend({
  bookId: z.string(),
  book: z.string(),
  member: z.string(),
  kind: z.enum(["due", "penalty"]),
  label: z.string(),
  amountCents: z.number().int(),
  paidCents: z.number().int(),
  dueOn: z.string(),
});

export const dueFields = {
  contact_id: "contactId",
  contact_name: "contact",
  phone: "phone",
  book_id: "bookId",
  member: "member",
  kind: "kind",
  label: "label",
  amount_cents: "amountCents",
  paid_cents: "paidCents",
  due_on: "dueOn",
} as const;
