import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { BotLanguage } from "../words.ts";
import { functionWords, wordsOf } from "./wordLists.ts";

export interface Found {
  entryId: string;
  language: BotLanguage;
  question: string;
  answer: string;
  /** Similarity, 0–1. */
  score: number;
}

export const offeredEntries = 3;
const maxQueryWords = 40;

/** Meaningful words: without function words, unless there are no others. */
export function meaningfulWords(text: string): string {
  const words = wordsOf(text).slice(0, maxQueryWords);
  const meaningful = words.filter(
    (word) => !Object.values(functionWords).some((list) => list.has(word)) && word.length > 1,
  );
  return (meaningful.length > 0 ? meaningful : words).join(" ");
}

/**
 * The entries most similar to a question, best first, each once and in the customer's language if available.
 * Similarity compares trigrams of folded text: of the whole question, of its meaningful words, and, for pages
 * and documents, of the answer's words. A bot has some hundred entries, so all are compared without an index.
 */
export async function retrieve(
  tx: Tx,
  input: { orgId: OrgId; botId: string; question: string; language: BotLanguage; limit?: number },
): Promise<Found[]> {
  const question = wordsOf(input.question).slice(0, maxQueryWords).join(" ");
  const meaningful = meaningfulWords(input.question);
  if (question === "") return [];
  const { rows } = await tx.execute<Found & Record<string, unknown>>(sql`
    with query as (select ${question}::text as whole, ${meaningful}::text as meaningful),
    likeness as (
      select t.entry_id, t.language, t.question, t.answer, greatest(
        (select max(
            0.45 * word_similarity(a.meaningful, folded(p)) + 0.25 * word_similarity(a.whole, folded(p)) + 0.3 * similarity(a.whole, folded(p))
          ) from unnest(t.question || t.phrases) p),
        0.55 * word_similarity(a.meaningful, folded(left(t.answer, 2000)))
      ) as score
      from bot_texts t cross join query a where t.org_id = ${input.orgId} and t.bot_id = ${input.botId}
    ), best as (
      select entry_id, max(score) as score from likeness group by entry_id order by 2 desc, 1 limit ${input.limit ?? offeredEntries}
    )
    select distinct on (b.score, b.entry_id) b.entry_id as "entryId", b.score::float8 as score, l.language, l.question, l.answer
    from best b join likeness l on l.entry_id = b.entry_id
    order by b.score desc, b.entry_id, (l.language = ${input.language}) desc, l.score desc`);
  return rows;
}

/** One entry by its id, in the customer's language if available. */
export async function findEntryText(
  tx: Tx,
  input: { orgId: OrgId; botId: string; entryId: string; language: BotLanguage },
): Promise<Found | undefined> {
  const { rows } = await tx.execute<Found & Record<string, unknown>>(sql`
    select entry_id as "entryId", language, question, answer, 1::float8 as score from bot_texts
    where org_id = ${input.orgId} and bot_id = ${input.botId} and entry_id = ${input.entryId}
    order by (language = ${input.language}) desc, language limit 1`);
  return rows[0];
}
