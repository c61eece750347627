import { href, Link, Form as SearchForm } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { m } from "#messages";
import { ConversationFilters } from "./conversationFilters.tsx";
import { conversationListId } from "./conversationListId.ts";
import { ConversationRow } from "./conversationRow.tsx";
import { type ChatFilters, searchOf } from "./filters.ts";
import type { WordedList } from "./listWords.server.ts";

type Choices = CallOutput<"GET /conversations/labels">;

/** Queues, search, filters and conversations. `openId` is the one open next to the list. */
export function ConversationList({
  list,
  filters,
  choices,
  openId,
}: {
  list: WordedList;
  filters: ChatFilters;
  choices: Choices;
  openId: string | undefined;
}) {
  const { q } = filters;
  return (
    <>
      <div className="inbox-head">
        <h2 className="sr-only">{m.common_conversations()}</h2>
        <Queues queues={list.queues} />
        <ConversationFilters filters={filters} choices={choices} words={list.filterWords} />
        <Places places={list.places} />
      </div>
      <SearchForm
        action={href("/chat")}
        role="search"
        aria-label={m.common_conversations()}
        className="top-search inbox-search"
      >
        <label className="sr-only" htmlFor="chat-search">
          {list.filterWords.search}
        </label>
        <input
          key={q}
          id="chat-search"
          className="input"
          type="search"
          name="q"
          defaultValue={q}
          maxLength={100}
          placeholder={list.filterWords.placeholder}
        />
        <button type="submit" className="icon-button" aria-label={m.common_search()}>
          <Icon name="search" size={18} />
        </button>
      </SearchForm>
      {list.found !== null && (
        <p className="flex flex-wrap justify-between gap-x-2 px-3 pb-2 text-muted text-sm">
          <span>{list.found}</span>
          <ShowAll />
        </p>
      )}
      <nav
        id={conversationListId}
        tabIndex={-1}
        aria-label={m.common_conversations()}
        className="inbox-scroll border-line border-t"
      >
        {list.conversations.length === 0 && <NothingListed isWaiting={list.isEmptyOfWaiting} />}
        <ul className="divide-y divide-line">
          {list.conversations.map((conversation) => (
            <ConversationRow
              key={conversation.id}
              conversation={conversation}
              open={conversation.id === openId}
              q={q}
              search={searchOf(filters, list.page)}
            />
          ))}
        </ul>
        <Pagination page={list.page} pages={list.pages} path={href("/chat")} />
      </nav>
    </>
  );
}

const ShowAll = () => (
  <Link className="link" to={`${href("/chat")}${searchOf({ queue: "all" })}`}>
    {m.chat_list_show_all_link()}
  </Link>
);

function NothingListed({ isWaiting }: { isWaiting: boolean }) {
  return (
    <div className="grid justify-items-start gap-2 p-4 text-muted">
      <p>{isWaiting ? m.chat_list_none_waiting() : m.chat_list_empty()}</p>
      {isWaiting && <ShowAll />}
    </div>
  );
}

/** The shown queue, and behind it the others, each with its number of conversations. */
function Queues({ queues }: { queues: WordedList["queues"] }) {
  const current = queues.find(({ isCurrent }) => isCurrent);
  return (
    <Menu
      className="menu-text"
      button={
        <>
          <strong className="truncate">{current?.name ?? m.chat_queues()}</strong>
          {current && <span className="text-muted text-sm">{current.count}</span>}
          <Icon name="chevron-down" size={16} />
        </>
      }
    >
      <nav aria-label={m.chat_queues()}>
        <ul className="menu-list">
          {queues.map(({ to, name, count, isCurrent }) => (
            <li key={to}>
              <Link to={to} aria-current={isCurrent ? "page" : undefined}>
                {name} <span className="ml-auto text-muted text-sm">{count}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </Menu>
  );
}

/** The other pages of the inbox; the dot says that replies are overdue. */
export function Places({ places: { late, links } }: { places: WordedList["places"] }) {
  return (
    <Menu
      label={m.chat_list_more_label()}
      button={
        <>
          <Icon name="ellipsis" size={20} />
          {late > 0 && <span className="dot" />}
        </>
      }
    >
      <nav aria-label={m.common_inbox()}>
        <ul className="menu-list">
          {links.map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      </nav>
    </Menu>
  );
}
