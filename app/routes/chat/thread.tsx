import { Fragment } from "react";
import { Link, useLocation } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { m } from "#messages";
import type { ChatMessage } from "./attachedFile.tsx";
import { type ChatClock, clockTime, dayKey, dayName } from "./chatTime.ts";
import { EarlierTexts } from "./messageDetails.tsx";
import { MessageParts, Reactions } from "./messageParts.tsx";
import { MessageStatus } from "./messageStatus.tsx";
import { EventLine, type ThreadEvent } from "./threadEvent.tsx";

type Conversation = CallOutput<"GET /conversations/:conversationId">;
type Note = Conversation["notes"][number];

/**
 * The messages of a conversation, oldest first, each day under its date. The box starts at its end: laid out
 * upwards, it needs no script for that. `earlierHref` links to earlier messages, `newestHref` back to the
 * newest.
 */
export function Thread({
  messages,
  notes,
  events,
  seen,
  clock,
  name,
  earlierHref,
  newestHref,
  conversationId,
  canAnswer,
}: {
  messages: ChatMessage[];
  /** Members' notes, in order of time. */
  notes: Note[];
  /** What happened to the conversation, in order of time. */
  events: ThreadEvent[];
  /** The last message that the member had seen when writing an unsent reply. */
  seen: string | null;
  clock: ChatClock;
  name: string;
  earlierHref: string | null;
  newestHref: string | null;
  conversationId: string;
  /** A reply can be sent, so each message links to it. */
  canAnswer: boolean;
}) {
  return (
    <div
      className="flex min-h-32 flex-1 flex-col-reverse overflow-y-auto bg-paper"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      role="log"
      aria-label={m.chat_thread_messages_with({ name })}
    >
      <div className="px-3 py-4 sm:px-5">
        {earlierHref && (
          <p className="mb-4 text-center">
            <Link className="link text-sm" to={earlierHref}>
              {m.chat_thread_earlier_messages_link()}
            </Link>
          </p>
        )}
        <ol className="grid gap-2">
          {inOrder(messages, notes, events).map((entry, index, all) => {
            const before = all[index - 1];
            const newDay = !before || dayKey(before.timestamp) !== dayKey(entry.timestamp);
            return (
              <Fragment key={entry.id}>
                {newDay && (
                  <li className="my-2 justify-self-center rounded-full bg-sunken px-3 py-1 font-semibold text-muted text-xs">
                    {dayName(entry.timestamp, clock)}
                  </li>
                )}
                <Entry entry={entry} name={name} conversationId={conversationId} canAnswer={canAnswer} />
                {seen === entry.id && index < all.length - 1 && (
                  <li className="my-2 border-accent-bright border-t-2 pt-1 font-semibold text-accent text-sm">
                    {m.chat_thread_new_messages()}
                  </li>
                )}
              </Fragment>
            );
          })}
        </ol>
        {newestHref && (
          <p className="mt-4 text-center">
            <Link className="link text-sm" to={newestHref}>
              {m.chat_thread_newest_messages_link()}
            </Link>
          </p>
        )}
      </div>
    </div>
  );
}

function Entry({
  entry,
  ...thread
}: {
  entry: ChatMessage | Note | ThreadEvent;
  name: string;
  conversationId: string;
  canAnswer: boolean;
}) {
  if ("line" in entry) return <EventLine event={entry} />;
  return "text" in entry ? <NoteBubble note={entry} /> : <Bubble message={entry} {...thread} />;
}

/** Messages in order of time; notes and events between them. */
function inOrder(
  messages: ChatMessage[],
  notes: Note[],
  events: ThreadEvent[],
): (ChatMessage | Note | ThreadEvent)[] {
  const left = [...notes, ...events].sort(
    (one, other) => Date.parse(one.timestamp) - Date.parse(other.timestamp),
  );
  const shown = new Set(messages.map(({ id }) => id));
  // A reaction is shown at its message, if on the page.
  const apart = messages.filter(({ reactedTo }) => !reactedTo || !shown.has(reactedTo.id));
  const ordered = apart.flatMap((message) => {
    const earlier = left.filter(({ timestamp }) => timestamp < message.timestamp);
    left.splice(0, earlier.length);
    return [...earlier, message];
  });
  return [...ordered, ...left];
}

/** Visible to members only, and styled so. */
function NoteBubble({ note: { text, author, timestamp } }: { note: Note }) {
  return (
    <li className="min-w-0 max-w-[85%] justify-self-center rounded-control border border-warn border-dashed bg-warn-soft px-3.5 py-2 lg:max-w-[75%]">
      <p className="font-semibold text-warn text-xs">
        {m.chat_thread_note_by({
          isYou: (author?.isYou ? m.chat_thread_you() : author?.firstName) ?? "",
        })}
      </p>
      <p className="whitespace-pre-wrap break-words">{text}</p>
      <p className="text-right text-muted text-xs">
        <time dateTime={timestamp}>{clockTime(timestamp)}</time>
      </p>
    </li>
  );
}

function Bubble({
  message,
  name,
  conversationId,
  canAnswer,
}: {
  message: ChatMessage;
  name: string;
  conversationId: string;
  canAnswer: boolean;
}) {
  const ours = message.sender === "user";
  const side = ours
    ? "justify-self-end rounded-br-sm bg-brand-soft border-brand-soft"
    : "justify-self-start rounded-bl-sm bg-surface border-line";
  const origin = ours ? originOf(message) : "";
  return (
    <li className={`min-w-0 max-w-[85%] rounded-2xl border px-3.5 py-2 lg:max-w-[75%] ${side}`}>
      {origin ? (
        <p className="font-semibold text-muted text-xs">
          {origin}
          <span className="sr-only">: </span>
        </p>
      ) : (
        <span className="sr-only">{ours ? m.common_your_business() : name}: </span>
      )}
      {message.header && <p className="font-semibold">{message.header}</p>}
      <MessageParts message={message} conversationId={conversationId} />
      {message.footer && <p className="mt-1 text-muted text-sm">{message.footer}</p>}
      {message.buttons.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-1.5" aria-label={m.common_buttons()}>
          {message.buttons.map((caption) => (
            <li key={caption} className="rounded-full border border-brand px-2.5 py-0.5 text-brand text-sm">
              {caption}
            </li>
          ))}
        </ul>
      )}
      {message.earlierTexts.length > 0 && <EarlierTexts texts={message.earlierTexts} />}
      <Reactions reactions={message.reactions} name={name} />
      <p className="mt-0.5 flex items-center justify-end gap-1.5 text-muted text-xs">
        {canAnswer && message.isKnown && <AnswerLink messageId={message.id} />}
        <time dateTime={message.timestamp}>{clockTime(message.timestamp)}</time>
        {ours && <MessageStatus status={message.status} />}
      </p>
      {message.failure && (
        <p
          className="mt-1 border-bad border-t pt-1 text-bad text-sm"
          title={message.failure.detail ?? undefined}
        >
          <strong>{m.chat_thread_not_delivered_text()}</strong> {message.failure.text}{" "}
          {message.failure.advice}
        </p>
      )}
    </li>
  );
}

/** The link to reply or react to this message; the thread's page stays. */
function AnswerLink({ messageId }: { messageId: string }) {
  const query = new URLSearchParams(useLocation().search);
  query.delete("newer");
  query.set("about", messageId);
  return (
    <Link
      className="link mr-auto min-h-6 pr-3 leading-6"
      to={`?${query}`}
      preventScrollReset
      aria-label={m.chat_thread_answer_label()}
    >
      {m.chat_reply()}
    </Link>
  );
}

/** The author of an outgoing message, and its template; empty when neither is known. */
function originOf({ author, campaignId, templateName }: ChatMessage): string {
  const writer = author?.isYou ? m.common_you() : author?.firstName;
  const kind = campaignId ? m.common_campaign() : templateName && m.common_template();
  return [writer, kind, templateName].filter(Boolean).join(" · ");
}
