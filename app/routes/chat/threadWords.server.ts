import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { replyPriceText } from "#app/domain/money/metaCosts/words.ts";
import { requestStateWords } from "#app/domain/sales/requests/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { listed } from "#app/platform/text/listed.ts";
import { m } from "#messages";
import { activeWords } from "./activeWords.server.ts";
import { clockTime, dayKey, dayName, untilTime } from "./chatTime.ts";
import { initialsOf } from "./initials.ts";
import { macroWords } from "./macroWords.server.ts";
import { namePlace } from "./namePlace.ts";
import { panelWords } from "./panelWords.server.ts";
import { refreshSeconds } from "./refreshSeconds.ts";
import { sendTimeWords } from "./sendLaterWords.server.ts";
import { eventWords, snoozedWords } from "./snoozeWords.server.ts";

/* Worded here, so that the conversation's page loads no texts and no calendar for it. */

export type Thread = CallOutput<"GET /conversations/:conversationId">;
type Message = Thread["messages"][number];

/**
 * A thread as the screen shows it: its entries in order of time, with the day above the first of each day. `newer`: the last
 * message that the member had seen when a reply was not sent, since others followed.
 */
export function wordedThread(thread: Thread, newer: string | null = null) {
  const { conversation, now, earlier, draft, canned, change, writing } = thread;
  const { id, contactId, name, state, windowOpen, lastMessageId } = conversation;
  return {
    ...{ earlier, draft, canned, change },
    conversation: {
      ...{ id, contactId, name, state, windowOpen, lastMessageId },
      initials: initialsOf(name),
      active: activeWords(conversation.lastActiveAt, now),
      isUnassigned: conversation.assignedTo === null,
      words: {
        requestPayment: m.requests_request_payment(),
        snooze: m.chat_snooze(),
        snoozeConversation: m.chat_header_snooze_conversation(),
        close: m.chat_close(),
        closeConversation: m.chat_header_close_conversation_text(),
        sendTemplate: m.common_send_template(),
        assignToMe: m.common_assign_to_me(),
      },
      optedOut:
        conversation.optedOutAt === null
          ? null
          : { title: m.common_opted_out(), text: m.chat_show_opted_out_notice() },
    },
    entries: entriesOf(thread),
    macros: macrosOf(thread),
    snoozed: snoozedWords(conversation.snoozedUntil, now),
    typing: writing.length > 0 ? typingWords(writing) : null,
    typingText: typingWords([namePlace]),
    notSent: newer === null ? null : notSentWords(thread, newer),
    hint: windowOpen ? hintOf(thread) : "",
    later: m.chat_later_link(),
    refresh: {
      now: m.common_refresh(),
      stop: m.chat_show_stop_link(),
      every: m.chat_show_every_s_link({ refreshSeconds }),
    },
    panel: panelWords(thread),
  };
}

/** The macros of the menu; null without any. */
function macrosOf({ macros, team, teams, conversation }: Thread) {
  if (macros.length === 0) return null;
  return {
    label: m.chat_macro_menu(),
    owner: conversation.assignedTo ?? "",
    choices: macros.map(({ id, title, ...macro }) => ({
      id,
      title,
      does: macroWords(macro, { team, teams }),
    })),
  };
}

const typingWords = (names: string[]) =>
  m.chat_show_typing_text({ count: names.length, names: listed(names) });

/** Why a reply was kept as a draft: a colleague's message, or others, came after the last that the member had seen. */
function notSentWords({ messages }: Thread, newer: string) {
  const after = messages.slice(messages.findIndex(({ id }) => id === newer) + 1);
  const theirs = after.findLast(({ author }) => author && !author.isYou);
  return {
    title: theirs
      ? m.chat_show_colleague_replied_title({
          name: theirs.author!.firstName,
          time: clockTime(theirs.timestamp),
        })
      : m.chat_show_not_sent_title(),
    text: m.chat_show_not_sent_text(),
  };
}

export type WordedThread = ReturnType<typeof wordedThread>;
export type Entry = WordedThread["entries"][number];
export type ThreadMessage = Extract<Entry, { kind: "message" }>;
export type ThreadNote = Extract<Entry, { kind: "note" }>;
export type ThreadScheduled = Extract<Entry, { kind: "scheduled" }>;
export type ThreadEvent = Extract<Entry, { kind: "event" }>;
export type ThreadRequest = Extract<Entry, { kind: "request" }>;

function hintOf({ conversation: { windowEndsAt }, replyPrice, now }: Thread): string {
  const hint = m.chat_show_composer_hint({ windowEndsAt: untilTime(windowEndsAt ?? now, { now }) });
  return replyPrice ? `${hint} ${replyPriceText(replyPrice)}` : hint;
}

/** Messages, with notes, events and requests for money between them. */
function entriesOf(thread: Thread) {
  const shown = new Set(thread.messages.map(({ id }) => id));
  const requests = requestsOn(thread, shown.size).map(requestOf);
  const left = [...thread.notes.map(noteOf), ...thread.events.map(eventOf), ...requests].sort(
    (one, other) => Date.parse(one.timestamp) - Date.parse(other.timestamp),
  );
  // A reaction is shown at its message, if on the page.
  const apart = thread.messages.filter(({ reactedTo }) => !reactedTo || !shown.has(reactedTo.id));
  const ordered = apart.flatMap((message) => {
    const earlier = left.filter(({ timestamp }) => timestamp < message.timestamp);
    left.splice(0, earlier.length);
    return [...earlier, messageOf(message)];
  });
  const all = [...ordered, ...left];
  const dated = all.map((entry, index) => {
    const before = all[index - 1];
    const isNewDay = !before || dayKey(before.timestamp) !== dayKey(entry.timestamp);
    return { ...entry, day: isNewDay ? dayName(entry.timestamp, thread) : null };
  });
  return [...dated, ...thread.scheduled.map((message) => scheduledOf(message, thread))];
}

const messageOf = (message: Message) => ({
  kind: "message" as const,
  ...message,
  time: clockTime(message.timestamp),
  origin: message.sender === "user" ? originOf(message) : "",
});

/** The author of an outgoing message, and its template; empty when neither is known. */
function originOf({ author, campaignId, templateName }: Message): string {
  const writer = author?.isYou ? m.common_you() : author?.firstName;
  const kind = campaignId ? m.common_campaign() : templateName && m.common_template();
  return [writer, kind, templateName].filter(Boolean).join(" · ");
}

const noteOf = ({ id, text, author, timestamp }: Thread["notes"][number]) => ({
  kind: "note" as const,
  ...{ id, text, timestamp },
  time: clockTime(timestamp),
  by: m.chat_thread_note_by({ isYou: (author?.isYou ? m.chat_thread_you() : author?.firstName) ?? "" }),
});

/** Messages for later are at the end of the thread, whatever comes before them. */
const scheduledOf = (message: Thread["scheduled"][number], { conversation, now }: Thread) => ({
  kind: "scheduled" as const,
  ...{ id: message.id, text: message.text, day: null },
  line: scheduledLine(message, now),
  isPending: message.state === "scheduled",
  to: href("/chat/:conversationId/later/:scheduledMessageId", {
    conversationId: conversation.id,
    scheduledMessageId: message.id,
  }),
  words: {
    send: m.chat_later_send_now_button(),
    edit: m.common_edit(),
    cancel: message.state === "scheduled" ? m.common_cancel() : m.common_remove(),
  },
});

function scheduledLine(
  { sendAt, problem, author, timezone }: Thread["scheduled"][number],
  now: string,
): string {
  const time = sendTimeWords(sendAt, { now, timezone });
  if (problem) return m.chat_later_not_sent({ time, problem });
  return author && !author.isYou
    ? m.chat_later_for_by({ time, name: author.firstName })
    : m.chat_later_for({ time });
}

/** The requests that were made in the time of the page's messages. */
function requestsOn({ requests, messages, earlier, isNewest }: Thread, count: number) {
  const [first, last] = [messages[0]?.timestamp ?? "", messages.at(-1)?.timestamp ?? ""];
  return requests.filter(
    ({ createdAt }) =>
      count === 0 || ((earlier === null || createdAt >= first) && (isNewest || createdAt <= last)),
  );
}

const requestOf = ({ id, amountCents, reason, state, createdAt }: Thread["requests"][number]) => ({
  kind: "request" as const,
  ...{ id, timestamp: createdAt },
  time: clockTime(createdAt),
  to: href("/requests/:paymentRequestId", { paymentRequestId: id }),
  line: m.requests_thread_line({
    amount: formatKes(amountCents),
    reason,
    state: inSentence(requestStateWords[state]),
  }),
  isOpen: state === "requested" || state === "failed",
  words: {
    prompt: state === "failed" ? m.requests_prompt_again() : m.requests_send_prompt(),
    cancel: m.common_cancel(),
  },
});

const eventOf = (event: Thread["events"][number]) => ({
  kind: "event" as const,
  id: event.id,
  timestamp: event.timestamp,
  time: clockTime(event.timestamp),
  line: eventWords(event),
});
