import { and, eq, sql } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { changeUserId } from "#app/domain/contacts/changeUserId.server.ts";
import { type ConsentChange, optIn, optOut, stopMarketing } from "#app/domain/contacts/consent.server.ts";
import {
  type FoundContact,
  findOrCreateAllByWebhook,
} from "#app/domain/contacts/findOrCreateAllByWebhook.server.ts";
import { phoneOf, whatsappIdentity } from "#app/domain/contacts/whatsappIdentity.ts";
import { recordReplies } from "#app/domain/messaging/campaigns/recordReplies.server.ts";
import {
  cartReceived,
  conversationUnsnoozed,
  messageReacted,
  messageReceived,
  satisfactionAnswered,
} from "#app/domain/messaging/events.ts";
import { factsOfMessages, type MessageFacts } from "#app/domain/messaging/messages/publicFacts.server.ts";
import {
  type Answer,
  answersAmong,
  storeAnswers,
} from "#app/domain/messaging/satisfaction/answers.server.ts";
import { eventOf, type RecordContext, recordAll, recordTogether } from "#app/domain/record/record.server.ts";
import { wantedEvents } from "#app/domain/record/webhooks/subscriber.ts";
import type { MessagesValue } from "#app/domain/whatsapp/webhookEvents/events.ts";
import { claimKeys } from "#app/domain/whatsapp/webhookEvents/once.server.ts";
import { metaActor, type Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { storeDetails } from "./details.server.ts";
import { type Inbound, inboundOf } from "./inboundMessage.ts";
import { putInThreads, type Threaded } from "./thread.server.ts";

interface Place {
  orgId: OrgId;
  phoneNumberId: string;
  now: Date;
  jobs: Services["jobs"];
}

/**
 * What customers wrote to a number: into the chat, once; the customer service window opens; STOP is obeyed at once. All
 * messages share their statements: rows are locked by key, computed here, and written together. Returns which messages
 * belong in no thread (`leftOut`), which conversations wait for an answer by them, and which files are to be fetched.
 */
export async function applyInbound(
  tx: Tx,
  services: Pick<Services, "clock" | "jobs">,
  orgId: OrgId,
  phoneNumberId: string,
  ...values: readonly MessagesValue[]
): Promise<{ leftOut: string[]; waiting: string[]; mediaIds: string[] }> {
  const now = services.clock.now();
  const place = { orgId, phoneNumberId, now, jobs: services.jobs };
  const read = values.map((value) => inboundOf(value, now));
  const leftOut = read.flatMap(({ outside }) => outside);
  const messages = await firstTimeOnly(
    tx,
    orgId,
    read.flatMap(({ inbound }) => inbound),
  );
  const applied: Applied[] = [];
  for (const set of setsOf(messages)) applied.push(...(await applySet(tx, place, set)));
  // Before the events, which contain the username.
  await storeDetails(tx, place, values);
  const ctx = { ...services, orgId, actor: metaActor };
  await recordReceived(
    tx,
    ctx,
    applied.flatMap(({ event }) => event ?? []),
  );
  await recordUnsnoozed(tx, ctx, applied);
  await recordScores(tx, ctx, applied);
  return {
    leftOut,
    waiting: [...new Set(applied.filter((each) => each.isWaiting).map((each) => each.conversationId))],
    mediaIds: applied.flatMap(({ mediaId }) => mediaId ?? []),
  };
}

/** `isWaiting`: the customer wrote, and waits for a reply. */
type Applied = Threaded & {
  isWaiting: boolean;
  event: Received | undefined;
  contact: string;
  /** Their satisfaction, where this is the answer that counts. */
  score: Answer | undefined;
};
type Received = ReturnType<typeof receivedEvent>;

/** The snoozes that ended by these messages. */
const recordUnsnoozed = (tx: Tx, ctx: RecordContext, applied: readonly Applied[]): Promise<void> =>
  recordAll(
    tx,
    ctx,
    conversationUnsnoozed,
    applied.flatMap(({ event, endsSnooze, conversationId: subject }) =>
      event && endsSnooze
        ? { subject, data: { contact: event.data.contact, reason: "customer_wrote", state: "waiting" } }
        : [],
    ),
  );

const recordScores = (tx: Tx, ctx: RecordContext, applied: readonly Applied[]): Promise<void> =>
  recordAll(
    tx,
    ctx,
    satisfactionAnswered,
    applied.flatMap(({ score, contact, conversationId: subject }) =>
      score ? { subject, at: score.at, data: { contact, score: score.score } } : [],
    ),
  );

/** With what webhook endpoints get, which is read only where one wants it. */
async function recordReceived(tx: Tx, ctx: RecordContext, events: readonly Received[]): Promise<void> {
  if (events.length === 0) return;
  const client = clientOf(tx);
  const wanted = await wantedEvents(client, ctx.orgId);
  const ids = events.filter(({ type }) => wanted.has(type.name)).map(({ data }) => data.messageId);
  const facts =
    ids.length > 0 ? await factsOfMessages(client, ctx.orgId, ids) : new Map<string, MessageFacts>();
  const recorded = events.map(({ type, isCart: _, ...input }) => {
    const data = facts.get(input.data.messageId)?.data;
    const status = type === messageReacted ? "reacted" : "received";
    const subject = input.data.messageId;
    return eventOf(type, { ...input, ...(data && { facts: { subject, data: { ...data, status } } }) });
  });
  const carts = events.filter(({ isCart }) => isCart);
  await recordTogether(tx, ctx, [
    ...recorded,
    ...carts.map(({ at, data }) => eventOf(cartReceived, { subject: data.messageId, data: {}, at })),
  ]);
}

async function firstTimeOnly(tx: Tx, orgId: OrgId, inbound: readonly Inbound[]): Promise<Inbound[]> {
  const byKey = new Map<string, Inbound>();
  for (const each of inbound) {
    const key = `message:${each.wamid}`;
    if (!byKey.has(key)) byKey.set(key, each);
  }
  const claimed = await claimKeys(tx, orgId, [...byKey.keys()]);
  return [...byKey].flatMap(([key, each]) => (claimed.has(key) ? [each] : []));
}

/** A notice that changes a person's identity is applied alone: later ones find the person by the new one. */
function setsOf(messages: readonly Inbound[]): Inbound[][] {
  const sets: Inbound[][] = [];
  let open: Inbound[] | undefined;
  for (const each of messages) {
    const isAlone = each.message.type === "system";
    if (!open || isAlone) {
      open = [];
      sets.push(open);
    }
    open.push(each);
    if (isAlone) open = undefined;
  }
  return sets;
}

async function applySet(tx: Tx, place: Place, set: readonly Inbound[]): Promise<Applied[]> {
  const { orgId, jobs } = place;
  // Before the people are locked: concurrent messages of the organisation wait here, holding no locks.
  await countInbound(
    tx,
    orgId,
    set.filter(({ isWritten }) => isWritten),
  );
  const people = set.map(({ writer, name, at, isWritten }) => ({
    ...writer,
    name,
    seenAt: isWritten ? at : undefined,
  }));
  const found = await changedPeople(tx, place, set, await findOrCreateAllByWebhook(tx, place, people));
  const written = set.map(({ message, at }, n) => ({ contactId: found[n]!.contactId, message, at }));
  const answers = await answersAmong(tx, place, written);
  const isReply = set.map(({ isWritten }, n) => isWritten && !answers[n]);
  await recordReplies(tx, place, repliesOf(set, found, isReply));
  const threaded = await putInThreads(
    tx,
    place,
    written.map((each, n) => ({
      ...each,
      isNews: set[n]!.isWritten,
      isScore: answers[n] !== undefined,
      direction: "in" as const,
    })),
  );
  for (const [n, { consent, at }] of set.entries())
    if (consent)
      await obey(tx, { orgId, contactId: found[n]!.contactId, at, jobs }, consent, threaded[n]!.body);
  const counted = await storeAnswers(tx, orgId, answers);
  return threaded.map((each, n) => ({
    ...each,
    isWaiting: isReply[n]!,
    event: isReply[n] ? receivedEvent(set[n]!, found[n]!, each) : undefined,
    contact: found[n]!.name,
    score: counted.has(answers[n]) ? answers[n] : undefined,
  }));
}

const receivedEvent = (
  { at, writer, message }: Inbound,
  { contactId, name }: FoundContact,
  { conversationId, messageId, body }: Threaded,
) => ({
  type: message.type === "reaction" ? messageReacted : messageReceived,
  isCart: message.type === "order",
  subject: conversationId,
  at,
  data: {
    messageId,
    contactId,
    contact: name,
    phone: phoneOf(writer.waId) ?? null,
    excerpt: body.slice(0, 120).toWellFormed(),
  },
});

/** STOP is not counted as a reply to a campaign, nor is an answer to another question. */
const repliesOf = (set: readonly Inbound[], found: readonly FoundContact[], isReply: readonly boolean[]) =>
  set.flatMap(({ consent, at, message }, n) =>
    isReply[n] && consent !== "stop" && consent !== "stopMarketing"
      ? [{ contactId: found[n]!.contactId, at, answers: message.context?.id }]
      : [],
  );

async function obey(
  tx: Tx,
  of: Pick<ConsentChange, "orgId" | "contactId" | "at" | "jobs">,
  consent: NonNullable<Inbound["consent"]>,
  body: string,
): Promise<void> {
  const change = { ...of, source: `whatsapp:${body.slice(0, 40).toWellFormed()}` };
  if (consent === "stop") await optOut(tx, change);
  else if (consent === "stopMarketing") await stopMarketing(tx, change);
  else await optIn(tx, change);
}

/** WhatsApp reports a new number, a new user id, or both: always in a set of its own. */
async function changedPeople(
  tx: Tx,
  { orgId, jobs }: Place,
  set: readonly Inbound[],
  found: FoundContact[],
): Promise<FoundContact[]> {
  const [first] = set;
  const system = first?.message.type === "system" ? first.message.system : undefined;
  const [person] = found;
  if (!system || !person) return found;
  const { waId } = whatsappIdentity({ waId: system.wa_id });
  const phone = phoneOf(waId);
  if (phone)
    await tx
      .update(contacts)
      .set({ phone, waId })
      .where(
        and(
          eq(contacts.orgId, orgId),
          eq(contacts.id, person.contactId),
          sql`not exists (select 1 from contacts other where other.org_id = ${orgId} and other.phone = ${phone})`,
        ),
      );
  if (!system.user_id) return found;
  const { contactId } = person;
  const changed = await changeUserId(tx, { orgId, contactId, bsuid: system.user_id, at: first!.at, jobs });
  return [{ ...person, contactId: changed.contactId }];
}

async function countInbound(tx: Tx, orgId: OrgId, written: readonly Inbound[]): Promise<void> {
  if (written.length === 0) return;
  const byHour = Map.groupBy(written, ({ at }) => Math.floor(at.getTime() / 3_600_000) * 3_600_000);
  const hours = [...byHour.keys()];
  await clientOf(tx).query({
    name: "count-inbound",
    text: `insert into hourly_totals (org_id, hour, direction, state, count)
      select $1, hour, 'in', 'delivered', count from unnest($2::timestamptz[], $3::int[]) as t(hour, count) order by hour
      on conflict (org_id, hour, direction, state) do update set count = hourly_totals.count + excluded.count`,
    values: [orgId, hours.map((hour) => new Date(hour)), hours.map((hour) => byHour.get(hour)!.length)],
  });
}
