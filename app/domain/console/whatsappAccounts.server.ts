import type { z } from "zod";
import { queryRows, type Tx } from "#app/db/client.server.ts";
import { containing } from "#app/db/containing.ts";
import { accountReasonWords } from "#app/domain/whatsapp/accounts/reasonWords.ts";
import type { Call, StaffContext } from "#app/platform/context.ts";
import { notFound, type Reason } from "#app/platform/errors.ts";
import { monthOf } from "#app/platform/time/calendar.ts";
import { ownerOf } from "./organisations.server.ts";
import { findPage } from "./page.server.ts";
import type { accountQuery } from "./schemas.ts";
import { digitsOf } from "./search.server.ts";

export interface AccountRow {
  id: string;
  orgId: string;
  businessName: string;
  /** Of the organisation's owner. */
  email: string;
  name: string;
  wabaId: string;
  businessId: string | null;
  status: "pending" | "connected" | "disconnected" | "suspended";
  statusReason: Reason | null;
  staffSuspendedAt: Date | null;
  phoneNumber: string | null;
  numbers: number;
  quality: "high" | "medium" | "low" | "unknown";
  throughputPerSecond: number | null;
  /** The messaging limit, as Meta names it: `TIER_2K`. */
  portfolioLimit: string | null;
  connectionDate: Date | null;
  /** When Meta last reported a message or a change: its newest webhook. */
  lastActive: Date | null;
  /** Whether Meta has verified the business; null until Meta says so. */
  isVerified: boolean | null;
  lastWebhookErrorAt: Date | null;
  webhookStatus: "active" | "inactive" | "error";
  messagesThisMonth: number;
}

interface NumberRow {
  phoneNumberId: string;
  displayPhoneNumber: string;
  verifiedName: string;
  status: string;
  qualityRating: string;
  throughputPerSecond: number;
}

/**
 * From real traffic: error when the newest webhook could not be applied, active when one came within a week,
 * else inactive, whatever was once subscribed.
 */
const webhookStatus = `case when a.last_webhook_error_at > coalesce(a.last_webhook_at, '-infinity') then 'error'
  when a.last_webhook_at > $1::timestamptz - interval '7 days' then 'active' else 'inactive' end`;
/** The lowest of its numbers; Meta uses GREEN, YELLOW and RED. */
const quality = `case when n.ratings @> array['RED'] then 'low' when n.ratings @> array['YELLOW'] then 'medium'
  when n.ratings @> array['GREEN'] then 'high' else 'unknown' end`;
const numbersOf = `left join lateral (select min(display_phone_number) as first, count(*)::int as total,
  array_agg(quality_rating) as ratings, max(throughput_per_second) as throughput
  from phone_numbers n where n.org_id = a.org_id and n.whatsapp_account_id = a.id) n on true`;
const columns = `a.id, a.org_id as "orgId", o.name as "businessName", coalesce(w.email, '') as email, a.name, a.waba_id as "wabaId",
  a.business_id as "businessId", a.status, a.status_reason as "statusReason", a.staff_suspended_at as "staffSuspendedAt",
  n.first as "phoneNumber", coalesce(n.total, 0) as numbers, ${quality} as quality, n.throughput as "throughputPerSecond",
  a.portfolio_limit as "portfolioLimit",
  a.connected_at as "connectionDate", a.last_webhook_at as "lastActive", a.is_business_verified as "isVerified",
  a.last_webhook_error_at as "lastWebhookErrorAt", ${webhookStatus} as "webhookStatus",
  coalesce(u.delivered, 0) as "messagesThisMonth"`;
const sources = `from whatsapp_accounts a join organisations o on o.id = a.org_id ${ownerOf}
  left join monthly_usage u on u.org_id = a.org_id and u.month = $2`;

/** Accounts by name, WABA id or organisation, and by part of a number. */
const matching = ({ search, status }: Pick<z.output<typeof accountQuery>, "search" | "status">) => ({
  text: `select a.org_id, a.id, a.created_at as at from whatsapp_accounts a where ($2::text is null or a.status = $2)
    and ($1::text is null or a.name ilike $1 or a.waba_id ilike $1
      or a.org_id in (select id from organisations where name ilike $1) or (a.org_id, a.id) in (
        select org_id, whatsapp_account_id from phone_numbers
          where regexp_replace(display_phone_number, '[^0-9]', '', 'g') like $3))`,
  values: [
    search ? containing(search) : null,
    status === "all" ? null : status,
    /^[\d\s+()-]*\d[\d\s+()-]*$/.test(search) ? containing(digitsOf(search)) : null,
  ],
});

/** The WhatsApp tab: counts by status, one page of accounts, and the versions of Meta's API. */
export async function listWhatsappAccounts({
  ctx,
  input,
}: Call<z.output<typeof accountQuery>, StaffContext>) {
  const now = ctx.clock.now();
  return ctx.db.withSystem(async (tx) => {
    const counts = await queryRows<{ status: string; total: number }>(
      tx,
      "select status, count(*)::int as total from whatsapp_accounts group by 1",
    );
    const { keys, ...found } = await findPage(tx, input.page, matching(input));
    const accounts = await queryRows<AccountRow>(
      tx,
      `select ${columns} ${sources} ${numbersOf}
        where (a.org_id, a.id) in (select * from unnest($3::text[], $4::text[])) order by a.created_at desc, a.id desc`,
      [now, monthOf(now), ...keys],
    );
    return {
      counts: Object.fromEntries(counts.map((row) => [row.status, row.total])) as Partial<
        Record<AccountRow["status"], number>
      >,
      accounts,
      ...found,
      versions: await listApiVersions(tx, now),
      apiVersion: ctx.config.meta.graphApiVersion,
    };
  });
}

/** The versions of Meta's API, newest first. */
const listApiVersions = (tx: Tx, now: Date) =>
  queryRows<{ version: string; releasedOn: string; endsOn: string | null; ended: boolean }>(
    tx,
    `select version, to_char(released_on, 'YYYY-MM-DD') as "releasedOn", to_char(ends_on, 'YYYY-MM-DD') as "endsOn",
      coalesce(ends_on <= $1::timestamptz, false) as ended from api_versions order by released_on desc`,
    [now],
  );

/** One account with its numbers, the newest calls to Meta (stored without secrets) and the notes of staff. */
export async function getWhatsappAccount({
  ctx,
  input,
}: Call<{ orgId: string; accountId: string }, StaffContext>) {
  const now = ctx.clock.now();
  const { orgId, accountId } = input;
  return ctx.db.withSystem(async (tx) => {
    const [account] = await queryRows<AccountRow>(
      tx,
      `select ${columns} ${sources} ${numbersOf} where a.org_id = $3 and a.id = $4`,
      [now, monthOf(now), orgId, accountId],
    );
    if (!account) throw notFound("WhatsApp account");
    const numbers = await queryRows<NumberRow>(
      tx,
      `select phone_number_id as "phoneNumberId", display_phone_number as "displayPhoneNumber",
          verified_name as "verifiedName", status, quality_rating as "qualityRating",
          throughput_per_second as "throughputPerSecond"
        from phone_numbers where org_id = $1 and whatsapp_account_id = $2 order by created_at`,
      [orgId, accountId],
    );
    const notes = await queryRows<{ id: string; body: string; createdAt: Date; by: string }>(
      tx,
      `select t.id, t.body, t.created_at as "createdAt", coalesce(p.email, '') as by from account_notes t
        left join users p on p.id = t.created_by where t.org_id = $1 and t.whatsapp_account_id = $2
        order by t.id desc limit 20`,
      [orgId, accountId],
    );
    const why = accountReasonWords(account.statusReason);
    return { account: { ...account, why }, numbers, notes, apiVersion: ctx.config.meta.graphApiVersion };
  });
}

/**
 * The newest calls to Meta of the account's organisation, as stored: without secrets. Those about money are
 * for finance roles only.
 */
export async function listProviderCalls({
  ctx,
  input,
}: Call<{ orgId: string; accountId: string }, StaffContext>) {
  const { account } = await getWhatsappAccount({ ctx, input });
  const calls = await ctx.db.withSystem((tx) =>
    queryRows<{
      id: number;
      method: string;
      path: string;
      status: number | null;
      failed: boolean;
      durationMs: number;
      createdAt: Date;
      request: string | null;
      response: string | null;
    }>(
      tx,
      `select id, method, path, status, failed, duration_ms as "durationMs", created_at as "createdAt",
          left(request::text, 2000) as request, left(response::text, 2000) as response
        from provider_calls where org_id = $1 and provider = 'meta' order by id desc limit 50`,
      [input.orgId],
    ),
  );
  return { account, calls };
}
