import { clientOf, type Tx } from "#app/db/client.server.ts";
import { supportEnded, supportOpened } from "#app/domain/organisations/events.ts";
import type { DemoOrganisation } from "./organisations.server.ts";

/**
 * Requests of persons, thirty nights of retention, workspaces opened by support, and the numbers' posts of
 * the last hour.
 */
export async function loadPrivacy(tx: Tx, now: Date, shop: DemoOrganisation): Promise<void> {
  const client = clientOf(tx);
  for (const text of [settings, requests, nights, reports, visits, rates])
    await client.query({ text, values: [now, shop.orgId].slice(0, text.includes("$2") ? 2 : 1) });
  await client.query({
    text: visitEvents,
    values: [now, supportOpened.name, supportOpened.status, supportEnded.name],
  });
}

const idOf = (prefix: string, key: string) => `'${prefix}_' || left(md5('${prefix}' || ${key}), 32)`;
const staff = `(select id from users where usertype = 'admin' order by created_at limit 1)`;

/** Some keep conversations longer or shorter, and one refuses support access. */
const settings = `
  insert into data_settings (org_id, retention_days, support_allowed, updated_at)
  select id, (array[7, 14, 60, 90, 180])[1 + number % 5], number <> 3, $1::timestamptz - interval '40 days'
  from (select id, row_number() over (order by name)::int as number from organisations where id <> $2) o
  where number % 11 = 3`;

/** In the shop an open one of each kind, and closed ones; in others some, one of them overdue. */
const requests = `
  insert into person_requests (org_id, id, kind, contact_id, state, note, requested_at, due_at, created_by, closed_at, closed_by, refusal)
  select c.org_id, ${idOf("prq", "c.id || number")}, case state when 'done' then 'export' else kind end, c.id, state, 'They asked by WhatsApp from the number that we know',
    at, at + case when state = 'done' or kind = 'export' then interval '7 days' else interval '14 days' end, owner,
    case when state <> 'open' then least(at + interval '3 days', $1::timestamptz - interval '2 hours') end, case when state <> 'open' then owner end,
    case when state = 'refused' then 'They could not show that the number is theirs' end
  from (
    select c.*, m.user_id as owner, number,
      (array['erasure', 'export', 'export', 'export'])[1 + number % 4] as kind,
      case when c.org_id = $2 then (array['open', 'open', 'done', 'refused'])[1 + number % 4]
        else (array['open', 'done'])[1 + abs(hashtextextended(c.org_id, 3) % 2)] end as state,
      $1::timestamptz - make_interval(days => 1 + number * 3 + case when c.org_id = $2 then 0 else abs(hashtextextended(c.org_id, 5) % 6)::int end) as at
    from organisations o join members m on m.org_id = o.id and m.role = 'owner'
      cross join lateral (select generate_series(0, case when o.id = $2 then 3 else 0 end) as number) n
      cross join lateral (select c.* from contacts c where c.org_id = o.id order by c.id desc offset number limit 1) c
    where o.id = $2 or abs(hashtextextended(o.id, 1) % 12) = 0
  ) c`;

const nights = `
  insert into retention_runs (id, started_at, finished_at, organisations, conversations, messages, campaigns, batches, error)
  select ${idOf("rrn", "night::text")}, night, case when ago <> 12 then night + make_interval(secs => 4 + ago % 5) end,
    18 + ago * 7 % 23, 40 + ago * 13 % 61, 310 + ago * 97 % 430, ago * 5 % 9, 31 + ago * 3 % 17,
    case when ago = 12 then 'canceling statement due to lock timeout' end
  from generate_series(0, 29) ago
    cross join lateral (select (date_trunc('day', $1::timestamptz at time zone 'Africa/Nairobi') - make_interval(days => ago)
      + interval '3 hours 47 minutes') at time zone 'Africa/Nairobi' as night) n where night < $1`;

const reports = `
  insert into retention_reports (org_id, run_id, at, retention_days, conversations, messages, emptied)
  select $2, id, finished_at, 30, 1 + hashed % 5, 8 + hashed % 37, hashed % 4
  from (select *, abs(hashtextextended(id, 2) % 1000)::int as hashed from retention_runs where finished_at <= $1) r`;

const visits = `
  insert into support_visits (org_id, id, session_id, staff_user_id, for_user_id, reason, ticket, started_at, ends_at, act_reason,
    acting_since, ended_at, ended_because)
  select org_id, ${idOf("svt", "org_id")}, 'ses_demo', ${staff}, owner,
    (array['They can not find an invoice', 'Their template was rejected and they ask why',
      'A campaign has paused and they do not see the reason'])[1 + number % 3],
    case when number % 2 = 0 then 'TAR-' || 400 + number end, at, at + interval '30 minutes',
    case when number % 3 = 1 then 'They asked us to resume the campaign for them' end,
    case when number % 3 = 1 then at + interval '6 minutes' end,
    at + make_interval(mins => case when number % 4 = 0 then 30 else 5 + number end), case when number % 4 = 0 then 'time' else 'staff' end
  from (
    select m.org_id, m.user_id as owner, case when m.org_id = $2 then 1 else row_number() over (order by m.org_id)::int end as number,
      $1::timestamptz - make_interval(days => 3 * row_number() over (order by m.org_id <> $2, m.org_id)::int, mins => 40) as at
    from members m join users u on u.id = m.user_id and u.usertype <> 'admin'
    where m.role = 'owner' and (m.org_id = $2 or abs(hashtextextended(m.org_id, 4) % 15) = 0)
  ) v`;

const visitEvents = `
  insert into events (org_id, id, name, type, status, subject_kind, subject_id, actor_kind, actor_id, on_behalf_of, data, at)
  select v.org_id, ${idOf("evt", "v.id || 'opened'")}, $2, 'security', $3, 'support_visit', v.id, 'staff', v.staff_user_id, v.for_user_id,
    jsonb_build_object('staff', trim(u.first_name || ' ' || u.last_name), 'reason', v.reason, 'ticket', v.ticket, 'minutes', 30), v.started_at
  from support_visits v join users u on u.id = v.staff_user_id where v.started_at < $1
  union all
  select org_id, ${idOf("evt", "id || 'ended'")}, $4, 'security', 'success', 'support_visit', id,
    case ended_because when 'staff' then 'staff' else 'job' end, case ended_because when 'staff' then staff_user_id else 'end-support-visits' end,
    case ended_because when 'staff' then for_user_id end, jsonb_build_object('because', ended_because), ended_at
  from support_visits where ended_at < $1`;

/** Numbers that send in this hour. */
const rates = `
  insert into send_minutes (org_id, phone_number_id, lane, minute, count)
  select org_id, phone_number_id, lane, date_trunc('minute', $1::timestamptz) - make_interval(mins => ago),
    1 + abs(hashtextextended(phone_number_id || lane || ago, 6) % (case lane when 3 then 900 else 40 end))
  from (select *, row_number() over (order by org_id <> $2, phone_number_id)::int as place from phone_numbers where status = 'CONNECTED') p
    cross join lateral unnest(case when place % 2 = 1 then array[1, 3] else array[0, 2] end) lane cross join generate_series(1, 55) ago
  where place <= 6`;
