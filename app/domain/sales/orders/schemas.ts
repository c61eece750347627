import { z } from "zod";
import { orderStates } from "#app/db/schema/sales/orders.ts";
import { maxPriceKes } from "#app/domain/sales/products/fieldRules.ts";
import { productId } from "#app/domain/sales/products/schemas.ts";
import { wholeKes, wholeKesOrEmpty } from "#app/domain/sales/wholeKes.ts";
import { tooLong } from "#app/platform/forms/checks.ts";
import { optionalKraPin } from "#app/platform/forms/kraPin.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { maxExtraKes, maxLineName, maxLines, maxNoteLength, maxPosition, maxQuantity } from "./fieldRules.ts";

export const orderId = idOf("order");
/** One for each field: its mark is its own. */
const text = () => z.string().max(64);

const pieces = (least: number) =>
  z
    .union([z.string(), z.number()], { error: m.checks_order_quantity_whole })
    .transform((typed) => String(typed).trim())
    .pipe(
      z
        .string()
        .regex(/^\d{1,12}$/, { error: m.checks_order_quantity_whole })
        .transform(Number)
        .pipe(
          z
            .number()
            .min(least, { error: () => m.checks_order_quantity_range({ most: String(maxQuantity) }) })
            .max(maxQuantity, { error: () => m.checks_order_quantity_range({ most: String(maxQuantity) }) }),
        ),
    );

const note = z
  .string()
  .transform((typed) => typed.replaceAll("\r\n", "\n").trim())
  .pipe(z.string().max(maxNoteLength, tooLong));

/** A new order of a customer, without lines. */
export const newOrder = z.object({
  contactId: idOf("contact"),
  conversationId: idOf("conversation", text()).default(""),
  dealId: idOf("deal", text()).default(""),
});

/** The lines of a draft by position: a quantity of 0 removes one; an empty price leaves it as it is. */
export const draftFields = z.object({
  lines: z
    .array(
      z.object({
        position: z.coerce.number().int().min(1).max(maxPosition),
        quantity: pieces(0),
        price: wholeKesOrEmpty({ least: 0, most: maxPriceKes }),
      }),
    )
    .max(maxLines)
    .default([]),
  delivery: wholeKes({ least: 0, most: maxExtraKes }).default(0),
  discount: wholeKes({ least: 0, most: maxExtraKes }).default(0),
  note: note.default(""),
  /** For its invoice; empty: that of the customer. */
  buyerPin: optionalKraPin.default(""),
});

/** Of something to add by name and price: nothing is added while both are empty. */
const item = {
  name: z.string().trim().max(maxLineName, tooLong).default(""),
  price: wholeKesOrEmpty({ most: maxPriceKes }),
  quantity: pieces(1).default(1),
};

const hasItem = ({ name, price }: { name: string; price: number | "" }) => name !== "" || price !== "";

/** A whole draft with what is added to it: a product, something by name and price, or nothing. */
export const draftForm = draftFields
  .extend({ ...item, productId: z.union([z.literal(""), productId]).default("") })
  .superRefine((fields, check) => {
    if (hasItem(fields)) requireItem(fields, check);
  });

/** Both are there. */
export function requireItem(
  { name, price }: { name: string; price: number | "" },
  check: { addIssue(issue: { code: "custom"; path: string[]; message: string }): void },
): void {
  const missing = { name: m.checks_product_name_required, price: m.checks_request_amount_required };
  for (const [field, value] of Object.entries({ name, price }))
    if (value === "")
      check.addIssue({ code: "custom", path: [field], message: missing[field as keyof typeof missing]() });
}

export const confirmation = z.object({
  /** Empty: the oldest one. */
  tillId: idOf("till", text()).default(""),
  /** A prompt on the customer's phone, or their account number alone. */
  way: z.enum(["prompt", "account"]).default("prompt"),
});

export const orderFilters = z.object({
  q: z.string().trim().max(100).catch("").default(""),
  state: z
    .enum(["", ...orderStates, "refund"])
    .catch("")
    .default(""),
  cursor: z.string().max(64).catch("").default(""),
});
export type OrderFilters = z.output<typeof orderFilters>;
