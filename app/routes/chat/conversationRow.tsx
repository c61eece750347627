import { href, Link } from "react-router";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Marked } from "#app/ui/marked.tsx";
import { WhatsappText } from "#app/ui/whatsappText.tsx";
import { m } from "#messages";
import type { WordedList } from "./listWords.server.ts";

type Conversation = WordedList["conversations"][number];

/** One conversation of the list, on two lines. `search` is the list's filter, kept in its links. */
export function ConversationRow({
  conversation,
  open,
  q,
  search,
}: {
  conversation: Conversation;
  open: boolean;
  q: string;
  search: string;
}) {
  const { id, name, phone, username, lastMessage, excerpt, timestamp, active } = conversation;
  const unread = open ? 0 : conversation.unread;
  return (
    <li>
      <Link
        to={`${href("/chat/:conversationId", { conversationId: id })}${search}`}
        aria-current={open ? "page" : undefined}
        className={unread > 0 ? "talk talk-unread" : "talk"}
      >
        <span className="talk-avatar" aria-hidden="true" title={active}>
          {conversation.initials}
        </span>
        <span>
          <span className="talk-line">
            <span className="talk-name">
              <Marked text={readablePhone(name)} sought={q} />
              {phone && <span className="sr-only"> {readablePhone(phone)}</span>}
              {username && name !== `@${username}` && (
                <span className="text-muted text-xs"> @{username}</span>
              )}
              <span className="sr-only">, {active}</span>
            </span>
            <time dateTime={timestamp} className="flex-none text-muted text-xs">
              {conversation.time}
            </time>
          </span>
          <span className="talk-line">
            <span className="talk-text">
              {excerpt === null ? <WhatsappText text={lastMessage} /> : <Marked text={excerpt} sought={q} />}
            </span>
            <Marks conversation={conversation} unread={unread} />
          </span>
        </span>
      </Link>
    </li>
  );
}

/** How long it waits, what is known of it, its assignee and its unread messages, each as a sign with its words. */
function Marks({
  conversation: { wait, isLate, marks, owner },
  unread,
}: {
  conversation: Conversation;
  unread: number;
}) {
  const unreadWords = unread > 99 ? "99+" : unread;
  return (
    <span className="talk-marks">
      {marks.map(({ icon, text }) => (
        <span key={icon} title={text}>
          <Icon name={icon} size={15} />
          <span className="sr-only">{text}</span>
        </span>
      ))}
      {wait && (
        <span className={isLate ? "talk-wait tone-bad" : "talk-wait tone-warn"} title={wait.text}>
          <span aria-hidden="true">{wait.time}</span>
          <span className="sr-only">{wait.text}</span>
        </span>
      )}
      {owner && (
        <span className="talk-owner" title={owner.name}>
          <span aria-hidden="true">{owner.initials}</span>
          <span className="sr-only">{owner.name}</span>
        </span>
      )}
      {unread > 0 && (
        <span className="talk-count">
          <span aria-hidden="true">{unreadWords}</span>
          <span className="sr-only">{m.chat_row_unread_text({ unread: unreadWords })}</span>
        </span>
      )}
    </span>
  );
}
