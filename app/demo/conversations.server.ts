import { clientOf, type Tx } from "#app/db/client.server.ts";
import { renderTemplate } from "#app/domain/whatsapp/templates/variables.ts";
import type { KnownAccount } from "#app/providers/meta/sandboxAccounts.server.ts";
import { demoContacts } from "./contacts.ts";
import { exchanges } from "./exchanges.ts";
import type { DemoOrganisation } from "./organisations.server.ts";
import { chance, hourMs, minuteMs } from "./seed.ts";
import { type SequenceLine, sequenceLines } from "./sequences.server.ts";
import { demoTemplates } from "./templates.ts";
import type { DemoSender } from "./whatsapp.server.ts";

/** Replies to a campaign, and the shop's responses. */
const answers = [
  "Asante",
  "Sawa, nimepata",
  "Thank you!",
  "Nakuja kesho",
  "Bei ni ngapi?",
  "How much is delivery?",
  "Poa 👍",
  "Naomba mnipigie",
  "Is it still there on Saturday?",
  "Mko wazi saa ngapi?",
  "Fiti sana",
  "I will send someone to collect",
];
const thanks = [
  "Karibu sana!",
  "Asante kwa ujumbe wako, tunakujibu kwa simu sasa hivi.",
  "You are welcome. See you soon!",
  "Tuko wazi saa mbili hadi saa moja jioni.",
  "Delivery is KES 150 in town, free above KES 3,000.",
  "Sawa, tunakungoja.",
];

interface Line {
  phone: string;
  phoneNumberId: string;
  at: Date;
  direction: "in" | "out";
  body: string;
  authorUserId: string | null;
  templateId: string | null;
  variables: Record<string, string> | null;
  unread: number;
}

/** The written conversations, line by line; the last line of each at its time, the others minutes before. */
function writtenLines(now: Date, shop: DemoOrganisation, sender: DemoSender): Line[] {
  return exchanges.flatMap(({ who, endedHoursAgo, number, unread, lines }) => {
    let at = now.getTime() - endedHoursAgo * hourMs;
    const [name, town] = demoContacts[who - 1]!;
    return lines.toReversed().map((line, fromEnd): Line => {
      const [mark, text] = [line[0], line.slice(2)];
      const template = mark === "!" ? demoTemplates.find((one) => one.name === text) : undefined;
      const variables = template ? { "1": name.split(" ")[0]!, "2": town } : null;
      const said = new Date(Math.round(at));
      at -= (0.6 + 5 * chance(`gap ${who} ${fromEnd}`)) * minuteMs;
      return {
        phone: `+2547${String(who).padStart(8, "0")}`,
        phoneNumberId: sender.phoneNumberIds[number ?? 0]!,
        at: said,
        direction: mark === "<" ? "in" : "out",
        body: template ? renderTemplate(template.components, variables!).body : text,
        authorUserId: mark === "<" ? null : shop.memberIds[1 + (who % 3)]!,
        templateId: template ? sender.templateIds.get(template.name)! : null,
        variables,
        unread: unread ?? 0,
      };
    });
  });
}

/** A message of a sequence, or a customer's reply to one. */
function lineOf({ template: name, phone, at, text, variables }: SequenceLine, sender: DemoSender): Line {
  const template = demoTemplates.find((one) => one.name === name);
  return {
    ...{ phone, phoneNumberId: sender.phoneNumberIds[0]!, at, direction: template ? "out" : "in" },
    body: template ? renderTemplate(template.components, variables).body : text,
    ...{ authorUserId: null, unread: 0, variables: template ? variables : null },
    templateId: template ? sender.templateIds.get(template.name)! : null,
  };
}

/** Customers' messages and the replies: rows, replies to campaigns, and the resulting conversations. */
export async function loadConversations(
  tx: Tx,
  now: Date,
  demo: readonly DemoOrganisation[],
  senders: ReadonlyMap<string, DemoSender>,
): Promise<void> {
  const client = clientOf(tx);
  const shop = demo[0]!;
  const sender = senders.get(shop.orgId)!;
  const bySequences = (await sequenceLines(tx, shop.orgId, now)).map((line) => lineOf(line, sender));
  const lines = [...writtenLines(now, shop, sender), ...bySequences];
  await client.query({
    text: saidTable,
    values: [
      JSON.stringify(lines),
      shop.orgId,
      now,
      answers,
      thanks,
      JSON.stringify(demo.map(({ orgId, memberIds }) => ({ orgId, authors: memberIds.slice(-3) }))),
      JSON.stringify(
        [...senders].map(([orgId, { phoneNumberIds }]) => ({ orgId, phoneNumberId: phoneNumberIds[0] })),
      ),
    ],
  });
  await client.query({ text: "analyze demo_said" });
  await client.query({ text: insertReplies });
  await client.query({ text: insertSaid, values: [now] });
  await client.query({ text: insertConversations, values: [now] });
  await client.query({
    text: `update contacts c set last_seen_at = s.at
      from (select org_id, contact_id, max(at) as at from demo_said where direction = 'in' group by 1, 2) s
      where c.org_id = s.org_id and c.id = s.contact_id`,
  });
}

const saidTable = `
  create unlogged table demo_load.demo_said as
  with written as (
    select $2::text as org_id, l."phoneNumberId" as phone_number_id, c.id as contact_id, l.at, l.direction, l.body,
      l."authorUserId" as author_user_id, l."templateId" as template_id, l.variables, l.unread
    from jsonb_to_recordset($1::jsonb) as l(phone text, "phoneNumberId" text, at timestamptz, direction text, body text,
      "authorUserId" text, "templateId" text, variables jsonb, unread int)
    join contacts c on c.org_id = $2 and c.phone = l.phone
  ), replies as (
    select org_id, phone_number_id, contact_id, id as to_id, read_at + make_interval(secs => 40 + 2400 * demo_load.demo_chance('wrote' || id)) as at
    from messages
    where state = 'read' and campaign_id is not null and demo_load.demo_chance('answers' || id) < 0.03
  ), answered as (
    select r.*, a.authors, r.at + make_interval(secs => 120 + 1300 * demo_load.demo_chance('answer at' || to_id)) as answer_at
    from replies r join jsonb_to_recordset($6::jsonb) as a("orgId" text, authors text[]) on a."orgId" = r.org_id where r.at < $3
  ), stops as (
    select c.org_id, n."phoneNumberId" as phone_number_id, c.id as contact_id, c.opted_out_at as at
    from contacts c join jsonb_to_recordset($7::jsonb) as n("orgId" text, "phoneNumberId" text) on n."orgId" = c.org_id
    where c.opted_out_at > $3::timestamptz - interval '89 days'
  )
  select *, row_number() over (order by org_id, at, contact_id) as n from (
    select * from written
    union all select org_id, phone_number_id, contact_id, date_trunc('second', at), 'in', demo_load.demo_pick($4, 'says' || to_id), null, null, null, 0 from answered
    union all select org_id, phone_number_id, contact_id, answer_at, 'out', demo_load.demo_pick($5, 'reply' || to_id),
      demo_load.demo_pick(authors, 'author' || to_id), null, null, 0
      from answered where answer_at < $3 and demo_load.demo_chance('is answered' || to_id) < 0.8
    union all select org_id, phone_number_id, contact_id, date_trunc('second', at), 'in', 'STOP', null, null, null, 0 from stops
  ) said`;

/** By the rule of recordReplies: the newest campaign message that had reached them within a week. */
const insertReplies = `
  insert into campaign_replies (org_id, campaign_id, message_id)
  select distinct s.org_id, m.campaign_id, m.id
  from demo_said s cross join lateral (
    select m.campaign_id, m.id from messages m
    where m.org_id = s.org_id and m.contact_id = s.contact_id and m.phone_number_id = s.phone_number_id
      and m.state between 'accepted' and 'read' and m.accepted_at <= s.at + interval '5 seconds' and m.accepted_at > s.at - interval '7 days'
    order by m.accepted_at desc limit 1
  ) m
  where s.direction = 'in' and s.body <> 'STOP'`;

const insertSaid = `
  insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, author_user_id, template_id, variables,
    body, search_text, wamid, attempts, accepted_at, sent_at, delivered_at, read_at, created_at)
  select s.org_id, demo_load.demo_id('msg', 'said' || n, s.at), direction, case when s.template_id is null then 'text' else 'template' end,
    (case when direction = 'in' then 'delivered' when s.at < $1::timestamptz - interval '2 minutes' then 'read' else 'accepted' end)::message_state,
    phone_number_id, contact_id, case when direction = 'out' then c.phone end, author_user_id, s.template_id, s.variables,
    body, folded(btrim(regexp_replace(body, '\\s+', ' ', 'g'))),
    'wamid.' || encode(convert_to(substr(c.phone, 2) || md5('said' || s.org_id || n), 'UTF8'), 'base64'),
    case when direction = 'out' then 1 else 0 end,
    case when direction = 'out' then s.at end,
    case when direction = 'out' and s.at < $1::timestamptz - interval '2 minutes' then s.at + interval '1 second' end,
    case when direction = 'in' then s.at when s.at < $1::timestamptz - interval '2 minutes' then s.at + interval '2 seconds' end,
    case when direction = 'out' and s.at < $1::timestamptz - interval '2 minutes' then s.at + interval '35 seconds' end, s.at
  from demo_said s join contacts c on c.org_id = s.org_id and c.id = s.contact_id`;

/**
 * As individual messages would have left them, in a shop that answers or closes everything older than a day:
 * unanswered customers wait, and answered conversations are closed after three days. No alert is due.
 */
const insertConversations = `
  insert into conversations (org_id, id, phone_number_id, contact_id, last_message_at, last_message, unread, window_ends_at,
    state, waiting_since, awaits_first_reply, alarmed_for, created_at, updated_at)
  with lines as (
    select *, max(at) filter (where direction = 'out') over talk as answered_at,
      row_number() over (partition by org_id, phone_number_id, contact_id order by date_trunc('milliseconds', at) desc, n desc) = 1 as is_last
    from demo_said window talk as (partition by org_id, phone_number_id, contact_id)
  ), talks as (
    select org_id, phone_number_id, contact_id, min(at) as since, max(at) filter (where direction = 'in') as wrote_at,
      max(answered_at) as answered_at, max(unread) as unread, max(at) filter (where is_last) as at, max(body) filter (where is_last) as body,
      bool_or(direction = 'in' and body <> 'STOP') filter (where is_last) as wants_answer,
      min(at) filter (where direction = 'in' and at > coalesce(answered_at, '-infinity')) as waiting_since
    from lines group by 1, 2, 3
  ), ended as (
    select *, wants_answer and (unread > 0 or at > $1::timestamptz - interval '1 day') as waits from talks
  )
  select org_id, demo_load.demo_id('cnv', phone_number_id || contact_id, since), phone_number_id, contact_id,
    date_trunc('milliseconds', at), left(btrim(regexp_replace(body, '\\s+', ' ', 'g')), 200), unread, wrote_at + interval '24 hours',
    case when waits then 'waiting' when at > $1::timestamptz - interval '3 days' then 'open' else 'closed' end,
    case when waits then waiting_since end, waits and answered_at is null, case when waits then waiting_since end, since, at
  from ended`;

/** The open customer service windows, for the simulator: by Meta's id of the number. */
export async function openWindows(tx: Tx, now: Date): Promise<KnownAccount["windows"]> {
  const { rows } = await clientOf(tx).query<{ phoneNumberId: string; customer: string; until: Date }>({
    text: `select v.phone_number_id as "phoneNumberId", c.wa_id as customer, v.window_ends_at as until
      from conversations v join contacts c on c.org_id = v.org_id and c.id = v.contact_id where v.window_ends_at > $1`,
    values: [now],
  });
  return rows.map(({ until, ...window }) => ({ ...window, until: until.toISOString() }));
}
