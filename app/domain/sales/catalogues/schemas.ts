import { z } from "zod";
import { productId } from "#app/domain/sales/products/schemas.ts";
import { atMost, tooLong } from "#app/platform/forms/checks.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { productMessageLimits as limits } from "./fieldRules.ts";

export const catalogueId = idOf("catalogue");

/** The words of a catalogue message; a list of products needs `header` and `text`. */
export const productMessageWords = {
  header: z.string().trim().max(limits.header, tooLong).default(""),
  text: z.string().trim().max(limits.text, tooLong).default(""),
  footer: z.string().trim().max(limits.footer, tooLong).default(""),
};

const sectionTitle = z.string().trim().max(limits.sectionTitle, tooLong).default("");

/** What Meta would refuse of a catalogue message; undefined when it fits. */
export function productMessageProblem(message: {
  header: string;
  text: string;
  products: number;
  titles: readonly string[];
  /** The whole catalogue, with at most one product as its picture. */
  isWhole: boolean;
}): { field: string; message: string } | undefined {
  const { header, text, products, titles, isWhole } = message;
  if (isWhole && products > 1) return { field: "items", message: m.checks_products_one_picture() };
  if (!isWhole && products === 0) return { field: "items", message: m.checks_products_required() };
  if (products > limits.products)
    return { field: "items", message: m.checks_products_too_many({ most: String(limits.products) }) };
  if (titles.length > limits.sections)
    return { field: "items", message: m.checks_products_sections({ most: String(limits.sections) }) };
  if (titles.length > 1 && titles.includes(""))
    return { field: "items", message: m.checks_products_section_title() };
  if (products > 1 && header === "") return { field: "header", message: m.checks_products_header() };
  if ((products > 1 || isWhole) && text === "") return { field: "text", message: m.checks_products_text() };
  if (text.length > limits.text)
    return { field: "text", message: m.checks_text_too_long({ most: formatCount(limits.text) }) };
  return undefined;
}

/** Products to send in a chat, each with the title of its section, or the whole catalogue. */
export const productsToSend = z
  .object({
    ...productMessageWords,
    items: z
      .array(z.object({ productId, section: sectionTitle }))
      .max(limits.products, atMost(m.checks_products_too_many))
      .default([]),
    whole: z.literal("yes").optional(),
  })
  .superRefine(({ items, header, text, whole }, check) => {
    const problem = productMessageProblem({
      ...{ header, text, products: items.length, isWhole: whole === "yes" },
      titles: [...new Set(items.map(({ section }) => section))],
    });
    if (problem) check.addIssue({ code: "custom", path: [problem.field], message: problem.message });
  });

/** The picker of a chat: a search, and the ids that were chosen before. */
export const productChoice = z.object({
  q: z.string().trim().max(100).catch("").default(""),
  chosen: z
    .string()
    .max(2000)
    .catch("")
    .default("")
    .transform((ids) =>
      ids
        .split(",")
        .filter((id) => productId.safeParse(id).success)
        .slice(0, limits.products),
    ),
});
