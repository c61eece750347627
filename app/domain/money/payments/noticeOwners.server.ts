import type { paymentNotices } from "#app/db/schema/money/payments.ts";
import type { Services } from "#app/platform/context.ts";
import { readAccountNumber } from "./accountNumbers.ts";
import { accountIn } from "./notices.ts";

type Notice = typeof paymentNotices.$inferSelect;

const mostTogether = 20;

/** SQL: the owners of these attempts and account numbers. */
const ownersText = `
  select reference as key, org_id as "orgId" from payment_attempts where reference = any($1)
  union all select id, org_id from payment_attempts where id = any($2)
  union all select account_number, org_id from billing_accounts where account_number = any($1)`;

/**
 * Ids of notices in groups, each for one transaction: those of one organisation together in order, up to
 * `mostTogether`, and those without one separately.
 */
export async function groupByOwner(services: Services, notices: readonly Notice[]): Promise<string[][]> {
  const keys = notices.map((notice) => ({
    id: notice.id,
    account: notice.kind === "confirmation" ? readAccountNumber(accountIn(notice.body)) : "",
    attemptId: notice.kind === "prompt" ? (notice.subjectId ?? "") : "",
  }));
  const { rows } = await services.db.system.query<{ key: string; orgId: string }>({
    name: "owners-of-notices",
    text: ownersText,
    values: [keys.map(({ account }) => account), keys.map(({ attemptId }) => attemptId)],
  });
  const orgOf = new Map(rows.map(({ key, orgId }) => [key, orgId]));
  const byOwner = Map.groupBy(
    keys,
    ({ id, account, attemptId }) => orgOf.get(account) ?? orgOf.get(attemptId) ?? id,
  );
  return [...byOwner.values()].flatMap((own) => inParts(own.map(({ id }) => id)));
}

const inParts = (ids: string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / mostTogether) }, (_, part) =>
    ids.slice(part * mostTogether, (part + 1) * mostTogether),
  );
