import { type SQL, sql } from "drizzle-orm";

/** SQL: a text as searches compare it: without case and accents, in one line. */
export const searchable = (text: string): SQL<string> => sql`folded(${text.replaceAll(/\s+/g, " ").trim()})`;

/** The columns of what a message says: as it reads, and as a search looks for it. */
export const textColumns = (body: string) => ({ body, searchText: searchable(body) });
