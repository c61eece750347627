import type { CallOutput } from "#app/api/client.server.ts";
import { replyPriceText } from "#app/domain/money/metaCosts/words.ts";
import { listed } from "#app/platform/text/listed.ts";
import { m } from "#messages";
import { activeWords } from "./activeWords.server.ts";
import { clockTime, dayKey, dayName, untilTime } from "./chatTime.ts";
import { initialsOf } from "./initials.ts";
import { panelWords } from "./panelWords.server.ts";
import { eventWords, snoozedWords } from "./snoozeWords.server.ts";

/* Worded here, so that the conversation's page loads no texts and no calendar for it. */

export type Thread = CallOutput<"GET /conversations/:conversationId">;
type Message = Thread["messages"][number];

/** A thread as the screen shows it: its entries in order of time, with the day above the first of each day. */
export function wordedThread(thread: Thread) {
  const { conversation, now, earlier, draft, canned, change, writing } = thread;
  const { id, contactId, name, state, windowOpen, lastMessageId } = conversation;
  return {
    ...{ earlier, draft, canned, change },
    conversation: {
      ...{ id, contactId, name, state, windowOpen, lastMessageId },
      initials: initialsOf(name),
      active: activeWords(conversation.lastActiveAt, now),
      isUnassigned: conversation.assignedTo === null,
      isOptedOut: conversation.optedOutAt !== null,
    },
    entries: entriesOf(thread),
    snoozed: snoozedWords(conversation.snoozedUntil, now),
    typing:
      writing.length > 0
        ? m.chat_show_typing_too_text({ count: writing.length, names: listed(writing) })
        : null,
    hint: windowOpen ? hintOf(thread) : "",
    panel: panelWords(thread),
  };
}

export type WordedThread = ReturnType<typeof wordedThread>;
export type Entry = WordedThread["entries"][number];
export type ThreadMessage = Extract<Entry, { kind: "message" }>;
export type ThreadNote = Extract<Entry, { kind: "note" }>;
export type ThreadEvent = Extract<Entry, { kind: "event" }>;

function hintOf({ conversation: { windowEndsAt }, replyPrice, now }: Thread): string {
  const hint = m.chat_show_composer_hint({ windowEndsAt: untilTime(windowEndsAt ?? now, { now }) });
  return replyPrice ? `${hint} ${replyPriceText(replyPrice)}` : hint;
}

/** Messages, with notes and events between them. */
function entriesOf(thread: Thread) {
  const shown = new Set(thread.messages.map(({ id }) => id));
  const left = [...thread.notes.map(noteOf), ...thread.events.map(eventOf)].sort(
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
  return all.map((entry, index) => {
    const before = all[index - 1];
    const isNewDay = !before || dayKey(before.timestamp) !== dayKey(entry.timestamp);
    return { ...entry, day: isNewDay ? dayName(entry.timestamp, thread) : null };
  });
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

const eventOf = (event: Thread["events"][number]) => ({
  kind: "event" as const,
  id: event.id,
  timestamp: event.timestamp,
  time: clockTime(event.timestamp),
  line: eventWords(event),
});
