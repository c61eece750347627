import { sql } from "drizzle-orm";
import { platformError } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { digitsToFind } from "#app/platform/phone/phone.ts";
import { inOneGo, type Tx } from "./client.server.ts";

/** The limit of counted hits; more are shown as "more than" it. */
export const maxMessages = 200;
export const maxContacts = 500;
export const maxProducts = 500;

/** Of a search; the indexes keep it at a few hundredths of that. */
const limitMs = 2000;

/** A text on one line: all whitespace is equal. */
const inOneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/**
 * The one entry point of searches: ids of the newest messages that contain `text`, ignoring case and accents,
 * newest first, at most `maxMessages`. Campaign messages have no text. @throws DomainError `search.too_slow`
 */
export const findMessageIds = (tx: Tx, orgId: OrgId, text: string): Promise<string[]> =>
  idsOf(tx, sql`select id from search_messages(${orgId}, ${inOneLine(text)}, ${maxMessages}) as id`);

/**
 * Ids of contacts by part of a name, tag or username, or by some digits of the number in any notation (0712…,
 * 254 712…), newest first, at most `maxContacts`. @throws DomainError `search.too_slow`
 */
export const findContactIds = (tx: Tx, orgId: OrgId, text: string): Promise<string[]> =>
  idsOf(
    tx,
    sql`select id from search_contacts(${orgId}, ${text.trim()}, ${sql.param(digitsToFind(text))}::text[], ${maxContacts}) as id`,
  );

/** Ids of products by part of a name or code, newest first, at most `maxProducts`. @throws DomainError `search.too_slow` */
export const findProductIds = (tx: Tx, orgId: OrgId, text: string): Promise<string[]> =>
  idsOf(tx, sql`select id from search_products(${orgId}, ${inOneLine(text)}, ${maxProducts}) as id`);

async function idsOf(tx: Tx, search: ReturnType<typeof sql>): Promise<string[]> {
  try {
    const { rows } = await withTimeLimit(tx, () => tx.execute<{ id: string }>(search));
    return rows.map(({ id }) => id);
  } catch (error) {
    if (!wasCancelled(error)) throw error;
    throw platformError("search.too_slow", { cause: error });
  }
}

/** Limits one statement to two seconds; later ones keep their limit. */
export async function withTimeLimit<T>(tx: Tx, ask: () => Promise<T>): Promise<T> {
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
