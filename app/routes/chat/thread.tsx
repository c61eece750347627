import { Fragment } from "react";
import { Link, useLocation } from "react-router";
import { m } from "#messages";
import { EarlierTexts } from "./messageDetails.tsx";
import { MessageParts, Reactions } from "./messageParts.tsx";
import { MessageStatus } from "./messageStatus.tsx";
import { RequestLine } from "./requestLine.tsx";
import { ScheduledBubble } from "./scheduledBubble.tsx";
import { EventLine } from "./threadEvent.tsx";
import type { Entry, ThreadMessage, ThreadNote } from "./threadWords.server.ts";

/** What the entries of a conversation have in common. */
interface OfThread {
  name: string;
  conversationId: string;
  /** A reply can be sent, so each message links to it. */
  canAnswer: boolean;
}

/**
 * The messages of a conversation, oldest first, each day under its date. The box starts at its end: laid out
 * upwards, it needs no script for that. `earlierHref` links to earlier messages, `newestHref` back to the
 * newest.
 */
export function Thread({
  entries,
  seen,
  earlierHref,
  newestHref,
  ...thread
}: OfThread & {
  /** Messages, members' notes and events, in order of time. */
  entries: readonly Entry[];
  /** The last message that the member had seen when writing an unsent reply. */
  seen: string | null;
  earlierHref: string | null;
  newestHref: string | null;
}) {
  return (
    <div
      className="inbox-scroll flex min-h-32 flex-col-reverse bg-paper"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      role="log"
      aria-label={m.chat_thread_messages_with({ name: thread.name })}
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
          {entries.map((entry, index) => (
            <Fragment key={entry.id}>
              {entry.day && (
                <li className="my-2 justify-self-center rounded-full bg-sunken px-3 py-1 font-semibold text-muted text-xs">
                  {entry.day}
                </li>
              )}
              <Part entry={entry} {...thread} />
              {seen === entry.id && index < entries.length - 1 && (
                <li className="my-2 border-accent-bright border-t-2 pt-1 font-semibold text-accent text-sm">
                  {m.chat_thread_new_messages()}
                </li>
              )}
            </Fragment>
          ))}
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

function Part({ entry, ...thread }: OfThread & { entry: Entry }) {
  if (entry.kind === "event") return <EventLine event={entry} />;
  if (entry.kind === "request") return <RequestLine request={entry} />;
  if (entry.kind === "scheduled") return <ScheduledBubble message={entry} />;
  return entry.kind === "note" ? <NoteBubble note={entry} /> : <Bubble message={entry} {...thread} />;
}

/** Visible to members only, and styled so. */
function NoteBubble({ note: { text, by, time, timestamp } }: { note: ThreadNote }) {
  return (
    <li className="bubble justify-self-center rounded-control border-warn border-dashed bg-warn-soft">
      <p className="font-semibold text-warn text-xs">{by}</p>
      <p className="whitespace-pre-wrap break-words">{text}</p>
      <p className="text-right text-muted text-xs">
        <time dateTime={timestamp}>{time}</time>
      </p>
    </li>
  );
}

function Bubble({ message, name, conversationId, canAnswer }: OfThread & { message: ThreadMessage }) {
  const ours = message.sender === "user";
  const side = ours
    ? "justify-self-end rounded-br-sm bg-brand-soft border-brand-soft"
    : "justify-self-start rounded-bl-sm bg-surface border-line";
  return (
    <li className={`bubble rounded-2xl ${side}`}>
      {message.origin ? (
        <p className="font-semibold text-muted text-xs">
          {message.origin}
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
        {canAnswer && message.isKnown && <AnswerLink message={message} />}
        <time dateTime={message.timestamp}>{message.time}</time>
        {ours && <MessageStatus status={message.status} />}
      </p>
      {message.sms && <p className="mt-1 text-muted text-xs">{message.sms}</p>}
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

const namedLength = 40;

/** The link to reply or react to this message, which its name says; the thread's page stays. */
function AnswerLink({ message: { id, content, time } }: { message: ThreadMessage }) {
  const query = new URLSearchParams(useLocation().search);
  query.delete("newer");
  query.set("about", id);
  return (
    <Link
      className="link mr-auto min-h-6 pr-3 leading-6"
      to={`?${query}`}
      preventScrollReset
      aria-label={m.chat_thread_answer_label({ text: content.slice(0, namedLength), time })}
    >
      {m.chat_reply()}
    </Link>
  );
}
