import { sql } from "drizzle-orm";

/** The columns of what a message says: as it reads, and as a search looks for it. */
export const textColumns = (body: string) => ({ body, searchText: sql<string>`folded(${body})` });
