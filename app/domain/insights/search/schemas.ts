import { z } from "zod";

/** The search text: trimmed, and cut at 100 characters. */
export const searchText = z
  .string()
  .default("")
  .transform((text) => text.trim().slice(0, 100));
