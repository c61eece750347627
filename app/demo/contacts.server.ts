import { clientOf, type Tx } from "#app/db/client.server.ts";
import { demoContacts } from "./contacts.ts";
import { firstNames, lastNames, towns } from "./names.ts";
import type { DemoOrganisation } from "./organisations.server.ts";

/**
 * Contacts of every organisation: the first forty of the shop by name, all others generated. Some predate the
 * shop's last 90 days, some were added during them; two in a hundred have opted out since, and one in eight
 * never agreed to marketing.
 */
export async function loadContacts(tx: Tx, now: Date, demo: readonly DemoOrganisation[]): Promise<void> {
  const named = demoContacts.map(([name, town, tags, consent], index) => ({
    place: index + 1,
    name,
    town,
    tags,
    consent,
  }));
  await clientOf(tx).query({
    text: `
    with made as (
      select o."orgId" as org_id, o.number, n, f.name as named, f.town as named_town, f.tags as named_tags, f.consent as named_consent,
        o."orgId" || n as key,
        greatest(o."createdAt", $5::timestamptz - interval '119 days')
          + ($5::timestamptz - greatest(o."createdAt", $5::timestamptz - interval '119 days'))
            * case when f.name is not null then 0.01 + n * 0.002 else demo_load.demo_chance('came' || o."orgId" || n) ^ 2 * 0.98 end as created_at
      from jsonb_to_recordset($1::jsonb) as o("orgId" text, number int, contacts int, "createdAt" timestamptz)
      cross join lateral generate_series(1, o.contacts) n
      left join jsonb_to_recordset($2::jsonb) as f(place int, name text, town text, tags text[], consent text)
        on o.number = 0 and f.place = n
    ), placed as (
      select *, coalesce(named_town, demo_load.demo_pick($4, 'town' || key)) as town,
        coalesce(named_consent, case when demo_load.demo_chance('agreed' || key) < 0.875 then 'granted' else 'none' end) as agreed,
        case when named is null and demo_load.demo_chance('left' || key) < 0.022
          then created_at + ($5::timestamptz - created_at) * (0.2 + 0.75 * demo_load.demo_chance('left at' || key)) end as opted_out_at
      from made
    )
    insert into contacts (org_id, id, phone, wa_id, name, kra_pin, tags, fields, consent, consent_source, consent_at, opted_out_at, created_at, updated_at)
    select org_id, demo_load.demo_id('con', key, created_at), '+' || digits, digits,
      coalesce(named, demo_load.demo_pick($3, 'first' || key) || ' ' || demo_load.demo_pick($6, 'last' || key)), case when number = 0 and n % 9 = 4 then 'A' || lpad(n::text, 9, '0') || 'K' end,
      array_remove(coalesce(named_tags, array[
        case when demo_load.demo_chance('vip' || key) < 0.06 then 'vip' end,
        case when demo_load.demo_chance('news' || key) < 0.7 then 'newsletter' end,
        case when demo_load.demo_chance('bulk' || key) < 0.09 then 'wholesale' end,
        case when demo_load.demo_chance('french' || key) < 0.03 then 'francophone' end
      ]), null) || array[replace(lower(town), ' ', '-')],
      jsonb_build_object('town', town) || case when demo_load.demo_chance('card' || key) < 0.4
        then jsonb_build_object('loyalty_card', 'DL' || lpad(n::text, 5, '0')) else '{}' end || case when number = 0 then jsonb_strip_nulls(jsonb_build_object(
          'spent_kes', case when demo_load.demo_chance('spent' || key) < 0.8 then (150 + floor(demo_load.demo_chance('much' || key) ^ 3 * 90000))::int::text end,
          'birthday', case when demo_load.demo_chance('born' || key) < 0.45 then (date '1958-01-01' + floor(demo_load.demo_chance('birth' || key) * 17500)::int)::text end,
          'home_delivery', case when demo_load.demo_chance('home' || key) < 0.6 then case when demo_load.demo_chance('brought' || key) < 0.4 then 'yes' else 'no' end end
        )) else '{}' end,
      case when opted_out_at is null then agreed else 'none' end,
      case when opted_out_at is not null then 'whatsapp:STOP' when agreed = 'granted' then 'Sign-up form in the shop' end,
      case when opted_out_at is not null then opted_out_at when agreed = 'granted' then created_at end,
      opted_out_at, created_at, coalesce(opted_out_at, created_at)
    from placed, lateral (select case when number = 0 then '2547' || lpad(n::text, 8, '0')
      else '25471' || lpad(number::text, 3, '0') || lpad(n::text, 4, '0') end as digits) d`,
    values: [JSON.stringify(demo), JSON.stringify(named), firstNames, towns, now, lastNames],
  });
}
