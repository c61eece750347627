import { sql } from "drizzle-orm";
import { platformError } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { digitsToFind } from "#app/platform/phone/phone.ts";
import { inOneGo, type Tx } from "./client.server.ts";

/** More hits than these are not told apart: who sees so many types more of the word. */
export const mostMessages = 200;
export const mostContacts = 500;

/** Of a search; the indexes make it a few hundredths of that. */
const limitMs = 2000;

/** A text in one line: blanks of every kind are one. */
const inOneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/**
 * The door of all searches: ids of the newest messages that say `text`, whatever its case and accents, newest first, at
 * most `mostMessages`. What campaigns sent has no text. @throws DomainError `search.too_slow`
 */
export const findMessageIds = (tx: Tx, orgId: OrgId, text: string): Promise<string[]> =>
  idsOf(tx, sql`select id from search_messages(${orgId}, ${inOneLine(text)}, ${mostMessages}) as id`);

/**
 * Ids of contacts by a part of name, tag or username, or by some digits of the number in any way to write it (0712…, 254 712…),
 * newest first, at most `mostContacts`. @throws DomainError `search.too_slow`
 */
export const findContactIds = (tx: Tx, orgId: OrgId, text: string): Promise<string[]> =>
  idsOf(
    tx,
    sql`select id from search_contacts(${orgId}, ${text.trim()}, ${sql.param(digitsToFind(text))}::text[], ${mostContacts}) as id`,
  );

async function idsOf(tx: Tx, search: ReturnType<typeof sql>): Promise<string[]> {
  try {
    const { rows } = await withinLimit(tx, () => tx.execute<{ id: string }>(search));
    return rows.map(({ id }) => id);
  } catch (error) {
    if (!wasCancelled(error)) throw error;
    throw platformError("search.too_slow", { cause: error });
  }
}

/** Gives one statement two seconds; those after it have as long as before. */
export async function withinLimit<T>(tx: Tx, ask: () => Promise<T>): Promise<T> {
  const [, answer] = await inOneGo(tx, [
    () => tx.execute(sql`set local statement_timeout = ${sql.raw(String(limitMs))}`),
    ask,
    () => tx.execute(sql`set local statement_timeout to default`),
  ]);
  return answer;
}

/** Whether PostgreSQL ended a statement at its time limit, however deep the driver's error is wrapped. */
export function wasCancelled(error: unknown): boolean {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if ((inner as { code?: unknown }).code === "57014") return true;
  }
  return false;
}
