import { clientOf, type Tx } from "#app/db/client.server.ts";
import { exchanges } from "./exchanges.ts";
import type { PlannedCampaign } from "./plan.ts";

/** The shop's contacts with a written conversation: campaigns skip them. */
const quietPhones = exchanges.map(({ who }) => `+2547${String(who).padStart(8, "0")}`);
const quietDays = 4;

/**
 * Writes planned campaigns with a message for each recipient and its result so far. The result follows from
 * the recipient's number, as in the simulator, and from chance that is the same on every start.
 */
export async function loadCampaigns(tx: Tx, now: Date, planned: readonly PlannedCampaign[]): Promise<void> {
  const client = clientOf(tx);
  await client.query({ text: planTable, values: [JSON.stringify(planned)] });
  await client.query({ text: recipientTable, values: [quietPhones, now, quietDays] });
  await client.query({ text: "analyze demo_plan, demo_recipients" });
  await client.query({ text: insertMessages, values: [now] });
  await client.query({ text: insertCampaigns, values: [now] });
  await client.query({
    text: `insert into campaign_totals (org_id, campaign_id, state, count)
      select org_id, campaign_id, state, count(*) from messages where campaign_id is not null group by 1, 2, 3`,
  });
}

const planTable = `
  create unlogged table demo_load.demo_plan as
  select *, hashtextextended(id, 1) as number, audience ->> 'kind' as kind_of_audience, audience ->> 'tag' as tag
  from jsonb_to_recordset($1::jsonb) as p("orgId" text, id text, name text, kind text, status text, "statusReason" jsonb,
    "templateId" text, "phoneNumberId" text, marketing bool, audience jsonb, variables jsonb, share float8, rate float8,
    "sentBeforeStop" int, "createdBy" text, "createdAt" timestamptz, "startedAt" timestamptz)`;

/** The eligible audience, as at the start; a running number each, and a seed for chance. */
const recipientTable = `
  create unlogged table demo_load.demo_recipients as
  with people as materialized (
    select *, hashtextextended(id, 2) as number, phone = any($1) as is_quiet from contacts
  )
  select p.id as campaign_id, c.id as contact_id, c.phone, split_part(c.name, ' ', 1) as first_name, c.fields ->> 'town' as town,
    row_number() over (partition by p.id order by c.id)::int as sequence, p.number # c.number as number
  from demo_plan p join people c on c.org_id = p."orgId"
  where p.kind_of_audience <> 'none' and p.status <> 'draft'
    and (p.share >= 1 or demo_load.demo_roll(p.number # c.number, 1) < p.share)
    and c.created_at < least(p."startedAt", $2::timestamptz)
    and (c.opted_out_at is null or c.opted_out_at > p."startedAt")
    and (not p.marketing or c.consent = 'granted' or c.opted_out_at > p."startedAt")
    and (p.kind_of_audience = 'all' or p.tag = any(c.tags))
    and not (c.is_quiet and p."startedAt" between $2::timestamptz - make_interval(days => $3) and $2::timestamptz)`;

/** Each step is computed once per row, which PostgreSQL would not do on its own. */
const insertMessages = `
  insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, campaign_id, sequence, template_id,
    variables, wamid, error_code, error_detail, attempts, accepted_at, sent_at, delivered_at, read_at, failed_at, created_at)
  with tried as materialized (
    select p."orgId" as org_id, p.id as campaign_id, p."templateId" as template_id, p."phoneNumberId" as phone_number_id, p.status,
      p.variables ? '2' as has_town, p."startedAt" as started_at, r.contact_id, r.phone, r.first_name, r.town, r.sequence,
      md5(r.number::text) as mark,
      r.sequence > coalesce(p."sentBeforeStop", r.sequence) as waits,
      p."startedAt" + make_interval(secs => r.sequence / p.rate) as at,
      case when r.phone like '%99' then 131026 when p.marketing and r.phone like '%98' then 131049
        when p.marketing and demo_load.demo_roll(r.number, 2) < 0.004 then 130472 end as error_code,
      demo_load.demo_roll(r.number, 3) as slow, demo_load.demo_roll(r.number, 4) as late,
      demo_load.demo_roll(r.number, 5) < case when p.marketing then 0.62 else 0.79 end as reads,
      greatest(demo_load.demo_roll(r.number, 6), 1e-6) as soon
    from demo_plan p join demo_recipients r on r.campaign_id = p.id where p.status <> 'scheduled'
  ), timed as materialized (
    select *, at + interval '900 milliseconds' as sent,
      at + make_interval(secs => 1 + case when slow < 0.72 then 14 * late when slow < 0.93 then 1500 * late else 40000 * late end) as delivered
    from tried
  ), reports as materialized (
    select *, case when waits or error_code is not null or delivered > $1 then null else delivered end as delivered_at,
      case when waits or error_code is not null or not reads then null
        else delivered + make_interval(secs => 5 - 2400 * ln(soon)) end as will_read_at
    from timed
  )
  select org_id, demo_load.demo_id('msg', mark, started_at), 'out', 'template',
    case when waits then case when status = 'cancelled' then message_state 'cancelled' else 'queued' end
      when error_code is not null then 'failed' when will_read_at <= $1 then 'read' when delivered_at is not null then 'delivered'
      when sent <= $1 then 'sent' else 'accepted' end,
    phone_number_id, contact_id, phone, campaign_id, sequence, template_id,
    case when started_at < $1::timestamptz - interval '30 days' then '{}'::jsonb
      when has_town then jsonb_build_object('1', first_name, '2', town) else jsonb_build_object('1', first_name) end,
    case when not waits then 'wamid.' || encode(convert_to(substr(phone, 2) || mark, 'UTF8'), 'base64') end,
    case when not waits then error_code end,
    case when waits then null when error_code = 131026 then 'Message Undeliverable.'
      when error_code = 131049 then 'In order to maintain a healthy ecosystem engagement, the message failed to be delivered.'
      when error_code is not null then 'This recipient is part of an experiment.' end,
    case when waits then 0 else 1 end,
    case when not waits then at end,
    case when not waits and error_code is null and sent <= $1 then sent end,
    delivered_at, case when will_read_at <= $1 then will_read_at end,
    case when not waits and error_code is not null then sent end, started_at
  from reports
  order by org_id, started_at, sequence`;

/** A broadcast's recipients are the pasted numbers. */
const insertCampaigns = `
  insert into campaigns (org_id, id, name, kind, status, status_reason, template_id, phone_number_id, audience, variables, scheduled_for,
    recipient_count, next_sequence, price_cents_per_message, created_by, started_at, completed_at, created_at, updated_at)
  with written as (
    select campaign_id, count(*)::int as recipients, max(accepted_at) as last_at from messages where campaign_id is not null group by 1
  ), pasted as (
    select campaign_id, jsonb_agg(phone order by sequence) as numbers from demo_recipients group by 1
  )
  select "orgId", p.id, p.name, p.kind,
    p.status, "statusReason", "templateId", "phoneNumberId",
    case when kind = 'broadcast' then jsonb_build_object('kind', 'numbers', 'numbers', s.numbers) else audience end,
    variables, case when p.status = 'scheduled' then "startedAt" end, coalesce(w.recipients, 0),
    case when w.recipients is null then 1 when p.status = 'cancelled' then w.recipients + 1 else coalesce("sentBeforeStop", w.recipients) + 1 end,
    case when p.status = 'draft' then 0 else 200 end, "createdBy",
    case when p.status not in ('draft', 'scheduled') then "startedAt" end,
    case when p.status in ('completed', 'cancelled') then w.last_at + interval '2 seconds' end,
    "createdAt", case when p.status in ('draft', 'scheduled') then "createdAt" else coalesce(w.last_at, $1) end
  from demo_plan p left join written w on w.campaign_id = p.id left join pasted s on s.campaign_id = p.id
  where p.status in ('draft', 'scheduled') or w.recipients > 0`;
