import { z } from "zod";
import { orderStates } from "#app/db/schema/sales/orders.ts";
import { maxPriceKes } from "#app/domain/sales/products/fieldRules.ts";
import { productId, shillings } from "#app/domain/sales/products/schemas.ts";
import { tooLong } from "#app/platform/forms/checks.ts";
import { optionalKraPin } from "#app/platform/forms/kraPin.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { maxExtraKes, maxLineName, maxLines, maxNoteLength, maxQuantity } from "./fieldRules.ts";

export const orderId = idOf("order");
const text = z.string().max(64);

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
  conversationId: idOf("conversation", text).default(""),
  dealId: idOf("deal", text).default(""),
});

/** The lines of a draft by position: a quantity of 0 removes one; an empty price leaves it as it is. */
export const draftFields = z.object({
  lines: z
    .array(
      z.object({
        position: z.coerce.number().int().min(1).max(maxLines),
        quantity: pieces(0),
        price: z.union([z.literal("").transform(() => undefined), shillings(0, maxPriceKes)]).optional(),
      }),
    )
    .max(maxLines)
    .default([]),
  delivery: shillings(0, maxExtraKes).default(0),
  discount: shillings(0, maxExtraKes).default(0),
  note: note.default(""),
  /** For its invoice; empty: that of the customer. */
  buyerPin: optionalKraPin.default(""),
});

/** A product to add to a draft. */
export const addedProduct = z.object({ productId, quantity: pieces(1).default(1) });

/** Something to add by name and price. */
export const addedItem = z.object({
  name: z
    .string({ error: m.checks_product_name_required })
    .trim()
    .min(1, { error: m.checks_product_name_required })
    .max(maxLineName, tooLong),
  price: shillings(1, maxPriceKes),
  quantity: pieces(1).default(1),
});

export const confirmation = z.object({
  /** Empty: the oldest one. */
  tillId: idOf("till", text).default(""),
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
