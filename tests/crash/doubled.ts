import { ledgerOf } from "#tests/support/campaign.ts";
import type { Ground } from "./ground.ts";

const printed = 5;

/** Prints when a few doubled messages were accepted, and when their statuses were stored and applied, in seconds. */
export async function printDoubled({ services, simulatorUrl }: Ground, phoneNumberId: string) {
  const byId = Map.groupBy(await ledgerOf(simulatorUrl, phoneNumberId), ({ to }) => to);
  const doubled = [...byId.values()].filter((accepted) => accepted.length > 1).slice(0, printed);
  for (const accepted of doubled) {
    const first = accepted[0]!;
    const from = Date.parse(first.at);
    const { rows } = await services.db.owner.query(
      `with stored as (
        select body, received_at, null::timestamptz as processed_at from webhook_events
        union all select body, received_at, processed_at from processed_webhooks
      )
      select strpos(body, $1) > 0 as "isFirst", round((extract(epoch from received_at)::float8 - $3::float8)::numeric, 1)::float8 as "storedS",
        round((extract(epoch from processed_at)::float8 - $3::float8)::numeric, 1)::float8 as "appliedS"
      from stored where body like '%' || $2 || '%' order by received_at`,
      [first.wamid, first.bizOpaqueCallbackData, from / 1000],
    );
    const row = await services.db.owner.query(
      `select state, doubts, attempts, error_code as "errorCode", trunc(extract(epoch from in_doubt_since)::float8 - $2::float8) as "doubtS" from messages where id = $1`,
      [first.bizOpaqueCallbackData, from / 1000],
    );
    console.log(
      JSON.stringify({
        crash: "doubled",
        phoneNumberId,
        acceptedS: accepted.map(({ at }) => (Date.parse(at) - from) / 1000),
        at: first.at,
        message: row.rows[0],
        webhooks: rows,
      }),
    );
  }
}
