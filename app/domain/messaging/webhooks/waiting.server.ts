import type { Queryable } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** Pending stored webhooks of one organisation. `orgId` is null while the organisation is unknown. */
export interface WaitingAccounts {
  orgId: OrgId | null;
  accountKeys: string[];
  /** Some of them are more than statuses. */
  isUrgent: boolean;
}

/** Accounts that one look finds at most. */
const pageSize = 1000;

// From account to account along the index, however many webhooks each has waiting.
const listText = `
with recursive keys as (
  (select account_key from webhook_events where account_key >= $1 order by account_key limit 1)
  union all
  select (select w.account_key from webhook_events w
    where w.account_key > k.account_key order by w.account_key limit 1)
  from keys k where k.account_key is not null
), page as (
  select account_key from keys where account_key is not null limit ${pageSize}
)
select k.account_key as "accountKey", coalesce(p.org_id, a.org_id) as "orgId", exists (select 1 from webhook_events w
    where w.account_key = k.account_key and not w.is_status) as "isUrgent"
from page k left join phone_numbers p on p.phone_number_id = k.account_key
left join whatsapp_accounts a on a.waba_id = k.account_key order by k.account_key`;

/** Looks through the accounts that have webhooks waiting, a page each time, and from the first again after the last. */
export function createWaitingList(client: Queryable): () => Promise<WaitingAccounts[]> {
  let from = "";
  return async () => {
    const { rows } = await client.query<{ accountKey: string; orgId: OrgId | null; isUrgent: boolean }>({
      name: "list-waiting-webhooks",
      text: listText,
      values: [from],
    });
    const wasFromFirst = from === "";
    from = rows.length === pageSize ? rows.at(-1)!.accountKey : "";
    if (rows.length === 0 && !wasFromFirst) return createWaitingList(client)();
    return [...Map.groupBy(rows, ({ orgId }) => orgId)].map(([orgId, accounts]) => ({
      orgId,
      accountKeys: accounts.map(({ accountKey }) => accountKey),
      isUrgent: accounts.some(({ isUrgent }) => isUrgent),
    }));
  };
}
