/**
 * SQL: counts what Meta may charge for the rows of `moved`, once each, on delivery: by day in Nairobi,
 * number, calling code, and Meta's reported price (docs/facts/whatsapp-cloud-api.md, Pricing). Without a
 * report the category is the template's, and the first service messages of a number's month are free.
 */
export const countForMeta = `arrived as (
  select phone_number_id, left(coalesce(recipient, ''), 4) as prefix, template_id, meta_category, meta_type,
    (delivered_at at time zone 'Africa/Nairobi')::date as day, count(*)::int as count
  from moved where is_undelivered and delivered_at is not null and direction = 'out' group by 1, 2, 3, 4, 5, 6
), charged as (
  select phone_number_id, prefix, day, coalesce(meta_type, 'untold') as type,
    coalesce(meta_category, (select lower(t.category) from templates t where t.org_id = $1 and t.id = a.template_id), 'service') as category,
    sum(count)::int as count
  from arrived a group by 1, 2, 3, 4, 5
), maybe_free as (
  select phone_number_id, prefix, day, count, date_trunc('month', day)::date as month,
    sum(count) over (partition by phone_number_id, date_trunc('month', day) order by day, prefix) - count as earlier,
    sum(count) over (partition by phone_number_id, date_trunc('month', day)) as batch
  from charged where type = 'untold' and category = 'service'
), used as (
  insert into meta_free_used (org_id, phone_number_id, month, messages)
  select distinct $1, phone_number_id, month, batch::int from maybe_free order by 2, 3
  on conflict (org_id, phone_number_id, month) do update set messages = meta_free_used.messages + excluded.messages
  returning phone_number_id, month, messages
), free as (
  select f.phone_number_id, f.prefix, f.day, greatest(0, least(f.count, (select a.messages from meta_allowances a
      where a.category = 'service' and a.effective_from <= f.day order by a.effective_from desc limit 1)
    - (u.messages - f.batch) - f.earlier))::int as count
  from maybe_free f join used u using (phone_number_id, month)
), counted as (
  insert into meta_usage_days (org_id, day, phone_number_id, prefix, category, type, messages, billable)
  select $1, c.day, c.phone_number_id, c.prefix, c.category, c.type, c.count,
    case when c.type like 'free%' then 0 else c.count - coalesce(f.count, 0) end
  from charged c left join free f on c.type = 'untold' and c.category = 'service'
    and f.phone_number_id = c.phone_number_id and f.prefix = c.prefix and f.day = c.day
  order by 2, 3, 4, 5, 6
  on conflict (org_id, day, phone_number_id, prefix, category, type)
  do update set messages = meta_usage_days.messages + excluded.messages, billable = meta_usage_days.billable + excluded.billable
)`;
