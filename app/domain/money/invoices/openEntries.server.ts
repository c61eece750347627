import type { Database } from "#app/db/client.server.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** Documents are issued within minutes; this is longer than any outage of their job. */
const recentDays = 60;
const pageRows = 1000;
export const documentsARun = 500;

/** An entry of the ledger that asks for a document. */
export interface AskingEntry {
  orgId: OrgId;
  entryId: string;
}

/**
 * Recent entries whose document is missing. Entries lie with their organisations and documents in the directory, so pages of
 * entries are read, and then, in another statement, which of them are `open`.
 */
export async function openEntries<Entry extends AskingEntry, Open>(
  { db, clock }: Pick<Services, "db" | "clock">,
  /** A statement of `$1` since when, `$2` the last id of the page before, and `$3` how many, in the order of the ids. */
  text: string,
  open: (system: Database["system"], entries: Entry[]) => Promise<Open[]>,
): Promise<Open[]> {
  const since = new Date(clock.now().getTime() - recentDays * 86_400_000);
  const found: Open[] = [];
  for (let after: string | undefined = ""; after !== undefined && found.length < documentsARun; ) {
    const page: Entry[] = (await db.system.query<Entry>({ text, values: [since, after, pageRows] })).rows;
    if (page.length > 0) found.push(...(await open(db.system, page)));
    after = page.length === pageRows ? page.at(-1)!.entryId : undefined;
  }
  return found.slice(0, documentsARun);
}
