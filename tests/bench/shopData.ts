import type pg from "pg";

export interface PartSize {
  /** Of all organisations that are generated together, over a year: 40 % are the large shop's. */
  messages: number;
  talks: number;
  textsOfTalk: number;
  recipients: number;
}

export const partSize: PartSize = { messages: 100_000, talks: 1000, textsOfTalk: 20, recipients: 20_000 };

/** Parts lie a year back and forth, so that each size has messages in all months. */
const begin = `(now() - ($1::int * 37 % 100 + 1) * interval '87 hours')`;
/** Time, digits of the part and a running number, as ids of messages are built. */
const messageId = (at: string, kind: string, n: string) =>
  `message_id_at(${at}) || lpad(to_hex($1::int), 6, '0') || '${kind}' || lpad(to_hex(${n}), 12, '0')`;
const sayings = `'habari, agizo namba ' || ($1::int * 20000 + n) || ' liko wapi' || case when n % 5 = 0 then ' asante sana' else '' end
  || case when $1::int = 7 then ' ramadhani njema' else '' end || case when $1::int = 0 and n % 500 = 1 then ' mzigo 0777123' else '' end`;

/** One part: contacts with conversations, a campaign to each of them, and other organisations' campaigns. */
function statementsOf({ messages, talks, textsOfTalk, recipients }: PartSize): string[] {
  const contactId = (k: string) => `'con_1_' || ($1::int * ${talks} + ${k})`;
  return [
    `insert into contacts (org_id, id, phone, name, consent, created_at)
    select 'org_1', ${contactId("k")}, '+2541' || lpad(($1::int * ${talks} + k)::text, 8, '0'),
      (array['Asha', 'Wanjiku', 'Otieno', 'Mwangi', 'Achieng'])[k % 5 + 1] || ' ' || ($1::int * ${talks} + k), 'granted', ${begin}
    from generate_series(0, ${talks - 1}) k`,
    `insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, body, search_text, wamid, delivered_at, accepted_at, created_at)
    select 'org_1', ${messageId("at", "a", "n")}, case when n % 2 = 0 then 'in' else 'out' end, 'text', 'delivered', '2000001',
      ${contactId(`n % ${talks}`)}, '+2541', said, said, 'wamid.t' || $1::int || 'n' || n, at, at, at
    from (select n, ${begin} + n * interval '6 seconds' as at, ${sayings} as said from generate_series(1, ${talks * textsOfTalk}) n) texts`,
    `insert into conversations (org_id, id, phone_number_id, contact_id, last_message_at, last_message, window_ends_at, state, waiting_since, created_at)
    select 'org_1', 'cnv_1_' || ($1::int * ${talks} + k), '2000001', ${contactId("k")}, at, 'Habari', at + interval '1 day', case when $1::int = 0 and k < 40 then 'waiting' else 'closed' end,
      case when $1::int = 0 and k < 40 then at end, ${begin}
    from (select k, ${begin} + (${talks * (textsOfTalk - 1)} + k) * interval '6 seconds' as at from generate_series(0, ${talks - 1}) k) t`,
    `insert into campaigns (org_id, id, name, status, template_id, phone_number_id, audience, recipient_count, next_sequence, started_at, completed_at,
      created_at, messages_from, messages_to)
    select 'org_1', 'cmp_1_' || $1::int, 'Offer ' || $1::int, 'completed', 'tpl_1_3', '2000001', '{"kind": "all"}', ${recipients}, ${recipients + 1}, ${begin},
      ${begin} + interval '1 hour', ${begin}, ${messageId(begin, "c", "0")}, ${messageId(begin, "c", "0")} || 'g'`.replace(
      /lpad\(to_hex\(0\), 12, '0'\)/g,
      "''",
    ),
    `insert into campaign_totals (org_id, campaign_id, state, count)
    select 'org_1', 'cmp_1_' || $1::int, s::message_state, ${recipients / 4} from unnest(array['sent', 'delivered', 'read', 'failed']) s`,
    `insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, campaign_id, sequence, template_id, variables, wamid,
      accepted_at, sent_at, delivered_at, failed_at, error_code, created_at)
    select 'org_1', ${messageId(begin, "c", "n")}, 'out', 'template', (array['sent', 'delivered', 'read', 'failed'])[n % 4 + 1]::message_state, '2000001',
      ${contactId(`n % ${talks}`)}, '+2541', 'cmp_1_' || $1::int, n, 'tpl_1_3', '{}', 'wamid.c' || $1::int || 'n' || n, at, at, at,
      case when n % 4 = 3 then at end, case when n % 4 = 3 then 131026 end, ${begin}
    from (select n, ${begin} + n * interval '100 milliseconds' as at from generate_series(1, ${recipients}) n) r`,
    `insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, campaign_id, sequence, template_id, variables, wamid,
      accepted_at, sent_at, delivered_at, created_at)
    select 'org_' || o, ${messageId("at", "d", "n")}, 'out', 'template', (array['delivered', 'read', 'failed', 'sent'])[1 + n % 4]::message_state,
      (2000000 + o)::text, 'con_' || o || '_' || k, '+' || digits, 'cmp_' || o, $1::int * ${messages} + n, 'tpl_' || o || '_1', '{}',
      'wamid.' || encode(convert_to('HB' || digits, 'latin1') || int4send($1::int * ${messages} + n), 'base64'), at, at, at, at
    from (select n, o, n % 1000 as k, '2547' || lpad((o * 1000 + n % 1000)::text, 8, '0') as digits, ${begin} + n * interval '5 seconds' as at
      from (select n, 2 + n % $2::int as o from generate_series(1, ${messages - talks * textsOfTalk - recipients}) n) owned) m`,
  ];
}

/** The long conversation that is opened: 300 messages, in the newest part. */
const longTalk = `insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, body, search_text, created_at)
  select 'org_1', message_id_at(at) || lpad(to_hex(n), 20, '0'), 'in', 'text', 'delivered', '2000001', 'con_1_1', 'Habari ' || n, 'habari ' || n, at
  from (select n, now() - (300 - n) * interval '1 minute' as at from generate_series(1, 300) n) t`;

/** Adds part number `part`; `others` is the number of other organisations. */
export async function addPart(
  client: Pick<pg.Client, "query">,
  part: number,
  others: number,
  size: PartSize = partSize,
): Promise<void> {
  for (const text of statementsOf(size))
    await client.query(text, text.includes("$2") ? [part, others] : [part]);
  if (part === 0) await client.query(longTalk);
}
