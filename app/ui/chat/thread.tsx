import { Fragment } from "react";
import { Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { WhatsappText } from "../whatsappText.tsx";
import { type ChatClock, clockTime, dayKey, dayName } from "./chatTime.ts";
import { MessageStatus } from "./messageStatus.tsx";

type Conversation = CallOutput<"GET /conversations/:conversationId">;
type ChatMessage = Conversation["messages"][number];

/**
 * The messages of a conversation, oldest first, each day under its date. The box begins at its end: laid out upwards,
 * it needs no script for that. `earlierHref` leads to the messages before, `newestHref` back to the newest.
 */
export function Thread({
  messages,
  clock,
  name,
  earlierHref,
  newestHref,
}: {
  messages: ChatMessage[];
  clock: ChatClock;
  name: string;
  earlierHref: string | null;
  newestHref: string | null;
}) {
  return (
    <div
      className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto bg-paper"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      role="log"
      aria-label={`Messages with ${name}`}
    >
      <div className="px-3 py-4 sm:px-5">
        {earlierHref && (
          <p className="mb-4 text-center">
            <Link className="link text-sm" to={earlierHref}>
              Earlier messages
            </Link>
          </p>
        )}
        <ol className="grid gap-2">
          {messages.map((message, index) => {
            const before = messages[index - 1];
            const newDay = !before || dayKey(before.timestamp, clock) !== dayKey(message.timestamp, clock);
            return (
              <Fragment key={message.id}>
                {newDay && (
                  <li className="my-2 justify-self-center rounded-full bg-sunken px-3 py-1 font-semibold text-muted text-xs">
                    {dayName(message.timestamp, clock)}
                  </li>
                )}
                <Bubble message={message} clock={clock} name={name} />
              </Fragment>
            );
          })}
        </ol>
        {newestHref && (
          <p className="mt-4 text-center">
            <Link className="link text-sm" to={newestHref}>
              Newest messages
            </Link>
          </p>
        )}
      </div>
    </div>
  );
}

function Bubble({ message, clock, name }: { message: ChatMessage; clock: ChatClock; name: string }) {
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
        <span className="sr-only">{ours ? "Your business" : name}: </span>
      )}
      {message.header && <p className="font-semibold">{message.header}</p>}
      <p className="whitespace-pre-wrap break-words">
        <WhatsappText text={message.content} />
      </p>
      {message.footer && <p className="mt-1 text-muted text-sm">{message.footer}</p>}
      {message.buttons.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-1.5" aria-label="Buttons">
          {message.buttons.map((caption) => (
            <li key={caption} className="rounded-full border border-brand px-2.5 py-0.5 text-brand text-sm">
              {caption}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-0.5 flex items-center justify-end gap-1.5 text-muted text-xs">
        <time dateTime={message.timestamp}>{clockTime(message.timestamp, clock)}</time>
        {ours && <MessageStatus status={message.status} />}
      </p>
      {message.failure && (
        <p
          className="mt-1 border-bad border-t pt-1 text-bad text-sm"
          title={message.failure.detail ?? undefined}
        >
          <strong>Not delivered.</strong> {message.failure.text} {message.failure.advice}
        </p>
      )}
    </li>
  );
}

/** Who wrote an outgoing message, and from which template; empty where neither is known. */
function originOf({ author, campaignId, templateName }: ChatMessage): string {
  const writer = author?.isYou ? "You" : author?.firstName;
  const kind = campaignId ? "Campaign" : templateName && "Template";
  return [writer, kind, templateName].filter(Boolean).join(" · ");
}
