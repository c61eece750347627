import { z } from "zod";
import { providerNames } from "#app/db/schema/integrations/connections.ts";
import { m } from "#messages";
import { categories } from "./words.ts";

export const provider = z.enum(providerNames);
export const integrationFilter = z.object({
  category: z
    .enum(["all", ...categories])
    .catch("all")
    .default("all"),
});

/** Additional fields of connecting: the shop. Other services need none. */
export const connectForm = z.object({
  shop: z
    .string()
    .trim()
    .toLowerCase()
    .transform((text) => text.replace(/^https?:\/\//, "").replace(/\/.*$/, ""))
    .transform((text) => (text === "" || text.includes(".") ? text : `${text}.myshopify.com`))
    .pipe(
      z.string().regex(/^([a-z0-9][a-z0-9-]{0,60}\.myshopify\.com)?$/, {
        error: m.checks_shopify_shop_invalid,
      }),
    )
    .default(""),
});

/** The query of the service's redirect. */
export const callbackQuery = z.object({
  state: z.string().max(200).default(""),
  code: z.string().max(4000).default(""),
  error: z.string().max(200).default(""),
  shop: z.string().max(200).default(""),
  /** The unparsed query, which Shopify signs. */
  query: z.string().max(8000).default(""),
});

const range = z
  .string()
  .trim()
  .regex(/^([^!]{1,100}!)?[A-Z]{1,3}\d{0,7}(:[A-Z]{1,3}\d{0,7})?$/, {
    error: m.checks_sheet_range_invalid,
  });

export const connectionSettings = z.object({
  spreadsheetId: z
    .string()
    .trim()
    .transform((text) => /\/d\/([\w-]+)/.exec(text)?.[1] ?? text)
    .pipe(z.string().regex(/^[\w-]{0,100}$/, { error: m.checks_sheet_url_required }))
    .default(""),
  importRange: range.or(z.literal("")).default(""),
  resultRange: range.or(z.literal("")).default(""),
  channel: z
    .string()
    .trim()
    .regex(/^(#?[\w-]{1,80})?$/, { error: m.checks_slack_channel_invalid })
    .default(""),
});
export type SettingsForm = z.output<typeof connectionSettings>;
