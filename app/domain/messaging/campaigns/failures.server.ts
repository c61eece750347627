import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { isLeftOut } from "#app/domain/contacts/segments/audience.server.ts";
import { reasonOf } from "#app/domain/messaging/messages/reasons.ts";
import type { TemplateCategory } from "#app/domain/whatsapp/templates/words.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { lastTryOfFailed, rulesOf } from "./audience.server.ts";

/** The outlook for a campaign's failed messages; each counts once. */
export interface FailureOutlook {
  /** Sending them again now can succeed. */
  ready: number;
  /** A retry can succeed for all of them from `from` on; the reasons of the failures. */
  waiting: { count: number; from: Date; reasons: string[] } | null;
  /** A retry was sent to these people and has not failed. */
  sentAgain: number;
  /** Opted out since, without consent to marketing, or without a number. */
  leftOut: number;
  /** Failures that a retry does not fix, by reason, most frequent first. */
  final: { text: string; advice: string; count: number }[];
}

type Fate = "ready" | "waiting" | "sentAgain" | "leftOut" | "final";

/** Rounded up to the minute, the precision of the display, so that the promise holds at its beginning. */
const endOfMinute = (moment: string) => Math.ceil(new Date(moment).getTime() / 60_000) * 60_000;

export async function failureOutlook(
  tx: Tx,
  { orgId, clock }: OrgContext,
  campaignId: string,
  category: TemplateCategory | undefined,
): Promise<FailureOutlook> {
  const now = clock.now();
  const { rows } = await tx.execute<{ fate: Fate; code: number | null; count: number; readyAt: string }>(sql`
    select fate, code, count(*)::int as count, max(ready_at) as "readyAt" from (
      select last.error_code as code, last.ready_at, case
        when last.state <> 'failed' then 'sentAgain'
        when c.id is null or ${isLeftOut(rulesOf(category))} then 'leftOut'
        when last.ready_at is null then 'final'
        when last.ready_at <= ${now.toISOString()}::timestamptz then 'ready'
        else 'waiting' end as fate
      from (${lastTryOfFailed(orgId, campaignId)}) last
      left join contacts c on c.org_id = ${orgId} and c.id = last.contact_id
    ) as failed group by fate, code order by count desc, code`);
  const outlook: FailureOutlook = { ready: 0, waiting: null, sentAgain: 0, leftOut: 0, final: [] };
  for (const { fate, code, count, readyAt } of rows) {
    if (fate === "waiting") {
      const from = new Date(Math.max(endOfMinute(readyAt), outlook.waiting?.from.getTime() ?? 0));
      const reasons = new Set(outlook.waiting?.reasons).add(reasonOf(code).text);
      outlook.waiting = { count: (outlook.waiting?.count ?? 0) + count, from, reasons: [...reasons] };
    } else if (fate === "final") {
      const { text, advice } = reasonOf(code);
      const same = outlook.final.find((reason) => reason.text === text);
      if (same) same.count += count;
      else outlook.final.push({ text, advice, count });
    } else outlook[fate] += count;
  }
  return outlook;
}
