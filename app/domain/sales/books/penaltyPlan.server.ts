import { clientOf, type Tx } from "#app/db/client.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import type { Book } from "./find.server.ts";

type Rule = Pick<Book, "penaltyKind" | "penaltyDays" | "penaltyRepeat">;

/** Sets the next penalty of a book's open dues by its new rule: from tomorrow on, and none a second time. */
export async function replanPenalties(tx: Tx, ctx: OrgContext, bookId: string, rule: Rule): Promise<void> {
  await clientOf(tx).query({
    name: "replan-penalties",
    text: `update dues set next_penalty_on = case
        when $3::text = 'none' or cancelled_at is not null or ($5::text = 'once' and penalties > 0) then null
        else greatest(
          (greatest(due_on, (created_at at time zone 'Africa/Nairobi')::date) + $4::int
            + make_interval(months => penalties))::date, $6::date + 1) end
      where org_id = $1 and book_id = $2 and kind = 'due'`,
    values: [
      ...[ctx.orgId, bookId, rule.penaltyKind, rule.penaltyDays, rule.penaltyRepeat],
      dayOf(ctx.clock.now()),
    ],
  });
}
