import { Search } from "lucide-react";
import { Link, Form as SearchForm } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { readablePhone } from "#app/shared/readablePhone.ts";
import { Button } from "#app/ui/button.tsx";
import { Pagination } from "#app/ui/table.tsx";
import { WhatsappText } from "../whatsappText.tsx";
import { listTime } from "./chatTime.ts";
import { ContactAvatar } from "./presence.tsx";

type ConversationPage = CallOutput<"GET /conversations">;

/** Search and conversations, latest first. `openId` is the one beside the list, which its member is reading. */
export function ConversationList({
  list,
  q,
  openId,
}: {
  list: ConversationPage;
  q: string;
  openId: string | undefined;
}) {
  const hrefOf = (page: number) =>
    `/chat?${new URLSearchParams({ ...(q ? { q } : {}), page: String(page) })}`;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <SearchForm
        action="/chat"
        role="search"
        aria-label="Conversations"
        className="flex gap-2 border-line border-b p-3"
      >
        <label className="sr-only" htmlFor="chat-search">
          Search conversations
        </label>
        <input
          key={q}
          id="chat-search"
          className="input min-w-0"
          type="search"
          name="q"
          defaultValue={q}
          maxLength={100}
          placeholder="Name, number or words"
        />
        <Button variant="secondary" aria-label="Search" className="flex-none">
          <Search size={18} aria-hidden="true" />
        </Button>
      </SearchForm>
      {q !== "" && (
        <p className="flex flex-wrap justify-between gap-2 border-line border-b px-4 py-2 text-sm text-muted">
          <span>
            {list.total === 0 ? "Nothing found" : `${list.total} found`} for “{q}”
          </span>
          <Link className="link" to="/chat">
            Show all
          </Link>
        </p>
      )}
      <nav aria-label="Conversations" className="min-h-0 flex-1 overflow-y-auto">
        <ul className="divide-y divide-line">
          {list.conversations.map((conversation) => (
            <Row
              key={conversation.id}
              conversation={conversation}
              clock={list}
              open={conversation.id === openId}
              search={q === "" && list.page === 1 ? "" : hrefOf(list.page).slice("/chat".length)}
            />
          ))}
        </ul>
      </nav>
      {list.pages > 1 && (
        <div className="border-line border-t px-3 pb-3">
          <Pagination page={list.page} pages={list.pages} hrefOf={hrefOf} />
        </div>
      )}
    </div>
  );
}

function Row({
  conversation,
  clock,
  open,
  search,
}: {
  conversation: ConversationPage["conversations"][number];
  clock: ConversationPage;
  open: boolean;
  search: string;
}) {
  const { id, name, phone, lastMessage, timestamp, status } = conversation;
  const unread = open ? 0 : conversation.unread;
  return (
    <li>
      <Link
        to={`/chat/${id}${search}`}
        aria-current={open ? "page" : undefined}
        className="group flex gap-3 px-4 py-3 -outline-offset-4 hover:bg-brand-soft aria-[current]:bg-brand-soft"
      >
        <ContactAvatar name={name} status={status} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-2">
            <span className={`line-clamp-2 wrap-anywhere ${unread > 0 ? "font-bold" : "font-semibold"}`}>
              {readablePhone(name)}
            </span>
            <time dateTime={timestamp} className="flex-none text-muted text-xs">
              {listTime(timestamp, clock)}
            </time>
          </span>
          {phone && phone !== name && <span className="sr-only">{readablePhone(phone)}</span>}
          <span className="flex min-h-6 items-center justify-between gap-2">
            <span className={`truncate text-sm ${unread > 0 ? "text-ink" : "text-muted"}`}>
              <WhatsappText text={lastMessage} />
            </span>
            {unread > 0 && (
              <span className="min-w-[1.5rem] flex-none rounded-full bg-brand px-1.5 text-center font-semibold text-on-brand text-xs leading-[1.5rem]">
                {unread > 99 ? "99+" : unread}
                <span className="sr-only"> unread</span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}
