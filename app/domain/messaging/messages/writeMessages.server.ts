import { clientOf, inOneGo, type Tx } from "#app/db/client.server.ts";
import type { Notice } from "#app/db/notices.server.ts";
import { changeOf } from "#app/db/notify.server.ts";
import type { templates } from "#app/db/schema/whatsapp/templates.ts";
import { smsChannel } from "#app/domain/messaging/sms/channel.ts";
import { type PlannedSms, smsNumberOf } from "#app/domain/messaging/sms/plan.server.ts";
import { bookAll, type OwnBooking } from "#app/domain/money/book.server.ts";
import type { EntryFact } from "#app/domain/money/entryFacts.ts";
import type { Quote } from "#app/domain/money/quote.server.ts";
import type { EventType } from "#app/domain/record/eventType.ts";
import { type EventRow, eventRows, eventsText } from "#app/domain/record/record.server.ts";
import {
  expressionsOf,
  namesOf,
  noticesOf,
  type Reactions,
  reactionOf,
  type Subscriber,
  subscribersOf,
} from "#app/domain/record/subscribers.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { excerptOf } from "./chatMessage.ts";
import type { Place } from "./place.server.ts";
import {
  type AutomaticMessage,
  type SingleRow,
  sentEvent,
  type TemplateContent,
} from "./singleMessage.server.ts";
import { oneLine } from "./text.ts";
import { newMessagesNotice } from "./wakeSender.server.ts";

/** A message with its price, which is taken from the locked purse. */
export interface PaidMessage {
  ctx: OrgContext;
  place: Place;
  template: typeof templates.$inferSelect;
  variables: Record<string, string>;
  price: Quote;
  /** The SMS that follows if WhatsApp does not deliver it in time, or why none does. */
  sms: PlannedSms | undefined;
  content: TemplateContent;
  row: SingleRow;
  automatic: AutomaticMessage | undefined;
}

type HoldingMessage = PaidMessage & { holdId: string };

/**
 * Messages (`$2`, JSON), each with its hold; their conversations (`$4` to `$6`) moved up, the month's
 * counter, and the events (`$9`) with the reactions to them.
 */
const writeText = (subscribers: readonly Subscriber[]) => `
with sent as (
  select * from jsonb_to_recordset($2::jsonb) as s(place int, id text, at timestamptz, phone_number_id text, contact_id text, recipient text,
    author_user_id text, body text, line text, template_id text, variables jsonb, hold_id text, included int, cents int,
    fallback text, sms_id text, sms_to text, sms_body text, sms_parts int, sms_wait int, sms_cents int, sms_reason text)
), queued as (
  insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, author_user_id,
    body, search_text, template_id, variables, fallback, due_at, created_at)
  select $1, id, 'out', 'template', 'queued', phone_number_id, contact_id, recipient, author_user_id,
    body, folded(line), template_id, variables, fallback, at, at
  from sent order by place
  returning 1
), moved as (
  update conversations c set last_message_at = $3::timestamptz, last_message = l.excerpt, last_message_id = l.message_id, updated_at = $3
  from unnest($4::text[], $5::text[], $6::text[]) as l(conversation_id, message_id, excerpt)
  where c.org_id = $1 and c.id = l.conversation_id
), held as (
  insert into holds (org_id, id, subject_id, messages, included_messages, month, price_cents_per_message,
    sms_cents_per_message, created_at)
  select $1, hold_id, id, 1, included, $7, cents, case when fallback is null then 0 else sms_cents end, $3
  from sent returning 1
), followed as (
  insert into sms_messages (org_id, id, message_id, contact_id, recipient, body, parts, wait_seconds, price_cents, state,
    reason, due_at, created_at)
  select $1, sms_id, id, contact_id, sms_to, sms_body, sms_parts, sms_wait, sms_cents,
    case when fallback is null then 'skipped' else fallback end, sms_reason,
    case when fallback is not null then at + make_interval(secs => sms_wait) end, at
  from sent where sms_id is not null returning 1
), counted as (
  update monthly_usage set included_held = included_held + $8::int where org_id = $1 and month = $7 and $8 > 0
), stored as (${eventsText("$9")}
)${expressionsOf(subscribers, "$9")}
select ${["1 as written", ...subscribers.map(reactionOf)].join(", ")}`;

/**
 * Writes messages whose conversations and purse are locked. Returns the notifications to send after the
 * commit.
 */
export async function writeMessages(
  tx: Tx,
  ctx: OrgContext,
  messages: readonly PaidMessage[],
): Promise<Notice[]> {
  const now = messages.at(-1)!.row.createdAt;
  const { month } = messages[0]!.price;
  const latest = latestOf(messages);
  const included = messages.reduce((sum, { price }) => sum + price.includedMessages, 0);
  const { events, types } = eventsOf(messages);
  const subscribers = subscribersOf(types);
  const holding = messages.map((message) => ({
    ...message,
    holdId: newId("hld", message.row.createdAt.getTime()),
  }));
  const write = () =>
    clientOf(tx).query<Reactions>({
      name: `write-messages${namesOf(subscribers)}`,
      text: writeText(subscribers),
      values: [
        ctx.orgId,
        JSON.stringify(holding.map(rowOf)),
        now,
        latest.map(({ place }) => place.open.conversation.id),
        latest.map(({ row }) => row.id),
        latest.map(({ row }) => excerptOf(row.body ?? "")),
        month,
        included,
        JSON.stringify(events),
      ],
    });
  const [{ rows }] = await inOneGo(tx, [write, () => bookAll(tx, ctx.orgId, holding.map(entryOf))]);
  const numbers = new Set(messages.map(({ row }) => row.phoneNumberId));
  return [
    ...[...numbers].map(newMessagesNotice),
    ...(messages.some(isFollowed) ? [{ channel: smsChannel, payload: "" }] : []),
    changeOf(ctx.orgId, "conversations"),
    ...noticesOf(ctx.orgId, subscribers, rows[0]!),
  ];
}

const isFollowed = ({ sms }: PaidMessage) => sms?.reason === null;

/** The last one of each conversation. */
const latestOf = (messages: readonly PaidMessage[]): PaidMessage[] => [
  ...new Map(messages.map((message) => [message.place.open.conversation.id, message])).values(),
];

function rowOf({ row, price, holdId, sms, place: { open } }: HoldingMessage, place: number) {
  const body = row.body ?? "";
  return {
    ...{ place, id: row.id, at: row.createdAt, author_user_id: row.authorUserId, body, line: oneLine(body) },
    ...{ phone_number_id: row.phoneNumberId, contact_id: row.contactId, recipient: row.recipient },
    ...{ template_id: row.templateId, variables: row.variables, hold_id: holdId },
    ...{ included: price.includedMessages, cents: price.priceCentsPerMessage },
    ...(sms && smsRowOf(sms, smsNumberOf(open.contact), row.createdAt)),
  };
}

const smsRowOf = (sms: PlannedSms, to: string | null, at: Date) => ({
  ...{ fallback: sms.reason === null ? "waiting" : null, sms_id: newId("sms", at.getTime()), sms_to: to },
  ...{ sms_body: sms.body, sms_parts: sms.parts, sms_wait: sms.waitSeconds, sms_cents: sms.priceCents },
  sms_reason: sms.reason,
});

/** The money of a message that is not included, or of its SMS where that costs more. */
function entryOf({ row, template, price, holdId, sms }: HoldingMessage): OwnBooking {
  const about: EntryFact = { code: "hold.message", template: template.name };
  const own = price.includedMessages === 0 ? price.priceCentsPerMessage : 0;
  const cents = Math.max(own, sms?.reason === null ? sms.priceCents : 0);
  return {
    ...{ kind: "hold", about, reference: `hold:${holdId}`, at: row.createdAt },
    postings: { held: cents, wallet: -cents },
  };
}

/** A contact that was created is recorded with its first message. */
function eventsOf(messages: readonly PaidMessage[]) {
  const events: EventRow[] = [];
  const types = new Set<EventType>();
  const recorded = new Set<string>();
  for (const { ctx, place, content, row, automatic } of messages) {
    const { id } = place.open.contact;
    const created = recorded.has(id) ? [] : place.events;
    recorded.add(id);
    const recordedEvents = [...created, sentEvent(place.open, { automatic, content }, row.id)];
    for (const { type } of recordedEvents) types.add(type);
    events.push(...eventRows(ctx, recordedEvents, events.length));
  }
  return { events, types: [...types] };
}
