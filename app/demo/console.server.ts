import { clientOf, type Tx } from "#app/db/client.server.ts";
import { serviceNote } from "#app/domain/console/notes.ts";

/**
 * The traces of staff and measurements: suspensions in all levels, temporary plan overrides, a template
 * waiting for review, a month of samples, and past alerts.
 */
export async function loadConsole(tx: Tx, now: Date): Promise<void> {
  const client = clientOf(tx);
  for (const text of [suspend, override, switchOff, review, traffic, countHours])
    await client.query({ text, values: text.includes("$1") ? [now] : [] });
  await client.query({ text: sampleHours, values: [now, JSON.stringify(series)] });
  await client.query({ text: sampleDay, values: [now, JSON.stringify(series)] });
  await client.query({ text: alert, values: [now] });
}

const staff = `(select id from users where usertype = 'admin' and staff_role = 'owner' order by created_at limit 1)`;
/** An id of a row that is the same on every start. */
const idOf = (prefix: string, key: string) => `'${prefix}_' || left(md5('${prefix}' || ${key}), 32)`;

/** Owners suspended by the load have suspended organisations, each with its own reason. */
const suspend = `
  insert into suspensions (org_id, id, level, reason, started_by, started_at)
  select m.org_id, ${idOf("sus", "m.org_id")}, (array['campaigns', 'sends', 'sign_in'])[1 + number % 3],
    (array['Customers complained about promotions that they had not asked for',
      'Meta reported messages that break its commerce policy',
      'Two invoices are more than 60 days overdue'])[1 + number % 3],
    ${staff}, $1::timestamptz - make_interval(days => 2 + number * 3)
  from (select m.org_id, row_number() over (order by u.email)::int as number from users u
    join members m on m.user_id = u.id and m.role = 'owner'
    where u.account_status = 'suspended' and u.usertype <> 'admin') m`;

const override = `
  with chosen as (
    select o.id, o.plan_type, o.message_limit, row_number() over (order by o.name)::int as number from organisations o
    where o.plan_type = 'Starter' and not exists (select 1 from suspensions s where s.org_id = o.id)
      and not exists (select 1 from members m join users u on u.id = m.user_id
        where m.org_id = o.id and (u.usertype = 'admin' or not u.is_verified))
    order by o.name limit 3
  ), made as (
    insert into plan_overrides (org_id, id, plan_type, message_limit, former_plan_type, former_message_limit, reason,
      created_by, created_at, ends_at)
    select id, ${idOf("ovr", "id")}, 'Growth', 10000, plan_type, message_limit, 'A trial of the larger plan, agreed with sales',
      ${staff}, $1::timestamptz - interval '5 days', $1::timestamptz + make_interval(days => 7 * number)
    from chosen where number > 1 returning org_id, plan_type, message_limit
  )
  update organisations o set plan_type = made.plan_type, message_limit = made.message_limit from made where made.org_id = o.id`;

const switchOff = `
  insert into feature_switches (org_id, id, feature, reason, created_by, created_at, ends_at)
  select org_id, ${idOf("fsw", "org_id")}, 'integrations', 'Their shop sends us the same order again and again; they look into it',
    ${staff}, $1::timestamptz - interval '2 days', $1::timestamptz + interval '12 days'
  from plan_overrides where ended_at is null order by org_id limit 1`;

const review = `
  insert into templates (org_id, id, whatsapp_account_id, name, language, category, status, components, submitted_at, created_at)
  select org_id, ${idOf("tpl", "org_id")}, id, 'karibu_offer', 'en', 'MARKETING', 'PLATFORM_REVIEW',
    jsonb_build_array(jsonb_build_object('type', 'BODY', 'text',
      'Karibu! All this week, everything at ' || name || ' costs a tenth less. Reply STOP to hear no more.')),
    $1::timestamptz - make_interval(hours => 5 * number), $1::timestamptz - make_interval(hours => 5 * number)
  from (select *, row_number() over (order by name)::int as number from whatsapp_accounts where status = 'connected') a
  where number between 4 and 6`;

/** All connected accounts but a few received webhooks today. */
const traffic = `
  update whatsapp_accounts a set last_webhook_at = $1::timestamptz - make_interval(mins => 7 * number),
    last_webhook_error_at = case when number % 37 = 5 then $1::timestamptz - interval '5 minutes' end
  from (select org_id, id, row_number() over (order by id)::int as number from whatsapp_accounts where status = 'connected') c
  where c.org_id = a.org_id and c.id = a.id and number % 12 <> 0`;

const countHours = `
  insert into platform_hours (hour, direction, state, count)
  select hour, direction, state::text, sum(count) from hourly_totals group by 1, 2, 3 on conflict do nothing`;

/** The typical value of each series, and its daily swing. */
const series = [
  { series: "service:web", usual: 4, swing: 3 },
  { series: "service:api", usual: 3, swing: 2 },
  { series: "service:worker", usual: 2, swing: 1 },
  { series: "service:database", usual: 1, swing: 1 },
  { series: "service:queue", usual: 3, swing: 2 },
  { series: "service:graph", usual: 38, swing: 22 },
  { series: "service:smtp", usual: 9, swing: 4 },
  { series: "service:daraja", usual: 61, swing: 30 },
  { series: "service:cards", usual: 44, swing: 20 },
  { series: "service:etims", usual: 180, swing: 70 },
  { series: "queue:depth", usual: 6, swing: 6 },
  { series: "queue:oldest", usual: 1.2, swing: 1 },
  { series: "queue:failed", usual: 0, swing: 0 },
  { series: "webhooks:lag", usual: 0.3, swing: 0.3 },
  { series: "messages:hour", usual: 90, swing: 85 },
  { series: "messages:rate", usual: 0.9, swing: 0.8 },
  { series: "messages:failing", usual: 0.012, swing: 0.008 },
  { series: "cpu:load", usual: 0.22, swing: 0.15 },
  { series: "memory:used", usual: 0.48, swing: 0.06 },
];

/** Busier by day than by night in Nairobi, and never twice the same. */
const valueAt = (at: string) => `greatest(0, s.usual + s.swing * (
  0.8 * sin((extract(epoch from ${at}) / 3600 + 3 - 8) / 24 * 2 * pi())
  + 0.2 * (hashtextextended(s.series || ${at}::text, 16) % 1000) / 1000.0))`;
const listed = "jsonb_to_recordset($2::jsonb) as s(series text, usual float8, swing float8)";

const sampleHours = `
  insert into sample_hours (series, hour, count, up, sum, max)
  select s.series, h, 60, case when s.series = 'service:graph' and h = d.outage then 41 else 60 end,
    60 * ${valueAt("h")}, 1.6 * ${valueAt("h")}
  from ${listed}
  cross join (select date_trunc('hour', $1::timestamptz - interval '9 days') as outage) d
  cross join generate_series(date_trunc('hour', $1::timestamptz) - interval '30 days',
    date_trunc('hour', $1::timestamptz) - interval '1 hour', interval '1 hour') h
  on conflict do nothing`;

const sampleDay = `
  insert into samples (series, at, value, state)
  select s.series, a, ${valueAt("a")}, case when s.series like 'service:%' then 'healthy' end
  from ${listed}
  cross join generate_series($1::timestamptz - interval '1 day', $1::timestamptz - interval '5 minutes', interval '5 minutes') a
  on conflict do nothing`;

const alert = `
  insert into alerts (id, rule, type, service, message, opened_at, resolved_at)
  select ${idOf("alt", "rule || ago")}, rule, type, service, message, $1::timestamptz - ago::interval,
    $1::timestamptz - ago::interval + took::interval
  from (values
    ('service:graph:down', 'error', 'graph', '${serviceNote("service.late")}', '9 days', '19 minutes'),
    ('webhooks:lag', 'error', 'worker', '', '9 days -20 minutes', '4 minutes'),
    ('messages:failing', 'warning', 'graph', '', '16 days', '1 hour'),
    ('queue:oldest', 'warning', 'queue', '', '3 days', '7 minutes')
  ) as past(rule, type, service, message, ago, took)`;
