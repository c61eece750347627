import { z } from "zod";

/** What is looked for: blanks at the ends do not count, and more than 100 characters are cut. */
export const searchText = z
  .string()
  .default("")
  .transform((text) => text.trim().slice(0, 100));
