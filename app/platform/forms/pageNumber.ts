import { z } from "zod";

/** The number of a list's page; the first one for anything else. */
export const pageNumber = z.coerce.number().int().min(1).max(10_000).catch(1).default(1);
