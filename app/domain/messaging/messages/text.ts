import { type SQL, sql } from "drizzle-orm";

/** A text without line breaks and double blanks, which `folded` then takes case and accents from. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** SQL: a text as searches compare it: without case and accents, in one line. */
export const searchable = (text: string): SQL<string> => sql`folded(${oneLine(text)})`;

/** The columns of what a message says: as it reads, and as a search looks for it. */
export const textColumns = (body: string) => ({ body, searchText: searchable(body) });
