import { href, Link } from "react-router";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { Badge, Tag } from "#app/ui/badge.tsx";
import { Marked } from "#app/ui/marked.tsx";
import { WhatsappText } from "#app/ui/whatsappText.tsx";
import { m } from "#messages";
import { type ChatClock, listTime, spanWords } from "./chatTime.ts";
import { ContactAvatar } from "./presence.tsx";
import type { wordedList } from "./snoozeWords.server.ts";

type Conversation = ReturnType<typeof wordedList>["conversations"][number];

/** One conversation of the list. `search` is the list's filter, kept in its links. */
export function ConversationRow({
  conversation,
  clock,
  open,
  q,
  search,
}: {
  conversation: Conversation;
  clock: ChatClock;
  open: boolean;
  q: string;
  search: string;
}) {
  const { id, name, phone, username, lastMessage, excerpt, timestamp, status } = conversation;
  const unread = open ? 0 : conversation.unread;
  const unreadWords = unread > 99 ? "99+" : unread;
  return (
    <li>
      <Link
        to={`${href("/chat/:conversationId", { conversationId: id })}${search}`}
        aria-current={open ? "page" : undefined}
        className="group flex gap-3 py-3 pr-4 pl-3 border-transparent border-l-4 -outline-offset-4 hover:bg-sunken aria-[current]:border-accent-bright aria-[current]:bg-brand-soft"
      >
        <ContactAvatar name={name} status={status} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-2">
            <span className={`line-clamp-2 wrap-anywhere ${unread > 0 ? "font-bold" : "font-semibold"}`}>
              <Marked text={readablePhone(name)} sought={q} />
            </span>
            <time dateTime={timestamp} className="flex-none text-muted text-xs">
              {listTime(timestamp, clock)}
            </time>
          </span>
          {phone && phone !== name && <span className="sr-only">{readablePhone(phone)}</span>}
          {username && name !== `@${username}` && (
            <span className="block truncate text-muted text-xs">@{username}</span>
          )}
          <span className="flex min-h-6 items-center justify-between gap-2">
            <span className={`truncate text-sm ${unread > 0 ? "text-ink" : "text-muted"}`}>
              {excerpt === null ? <WhatsappText text={lastMessage} /> : <Marked text={excerpt} sought={q} />}
            </span>
            {unread > 0 && (
              <span className="min-w-[1.5rem] flex-none rounded-full bg-brand px-1.5 text-center font-semibold text-on-brand text-xs leading-[1.5rem]">
                <span aria-hidden="true">{unreadWords}</span>
                <span className="sr-only">{m.chat_row_unread_text({ unread: unreadWords })}</span>
              </span>
            )}
          </span>
          <Signs conversation={conversation} clock={clock} />
        </span>
      </Link>
    </li>
  );
}

const shownLabels = 2;

/** Its state, its owner, and its labels. */
function Signs({ conversation, clock }: { conversation: Conversation; clock: ChatClock }) {
  const { state, waitingSince, returns, dueAt, isLate, owner, labels, adAt } = conversation;
  return (
    <span className="flex flex-wrap items-center gap-1 text-muted text-xs">
      {state === "waiting" && waitingSince && (
        <Badge tone={isLate ? "bad" : "warn"}>
          {(isLate ? m.chat_row_overdue_waiting : m.chat_row_waiting_time)({
            time: spanWords(waitingSince, clock.now),
          })}
        </Badge>
      )}
      {state === "waiting" && !isLate && dueAt && (
        <span>{m.chat_row_left_text({ now: spanWords(clock.now, dueAt) })}</span>
      )}
      {returns && <Badge>{returns}</Badge>}
      {state === "closed" && <Badge>{m.chat_state_closed()}</Badge>}
      {adAt && <span>{m.chat_row_from_ad_text()}</span>}
      {owner && <span>{owner.isYou ? m.chat_yours() : owner.firstName}</span>}
      {labels.slice(0, shownLabels).map((label) => (
        <Tag key={label}>{label}</Tag>
      ))}
      {labels.length > shownLabels && (
        <span>{m.chat_row_and_more_text({ count: labels.length - shownLabels })}</span>
      )}
    </span>
  );
}
