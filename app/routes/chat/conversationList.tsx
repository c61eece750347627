import { href, Link, Form as SearchForm } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import {
  conversationStates,
  countedConversations,
  queueNames,
  queues,
  stateWords,
} from "#app/domain/messaging/conversations/words.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField, Field, SelectField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { m } from "#messages";
import { ConversationRow } from "./conversationRow.tsx";
import { type ChatFilters, isNarrowed, searchOf } from "./filters.ts";
import type { wordedList } from "./snoozeWords.server.ts";

type Choices = CallOutput<"GET /conversations/labels">;
type ConversationPage = ReturnType<typeof wordedList>;

/** Queues, search, filters and conversations. `openId` is the one open next to the list. */
export function ConversationList({
  list,
  filters,
  choices,
  openId,
}: {
  list: ConversationPage;
  filters: ChatFilters;
  choices: Choices;
  openId: string | undefined;
}) {
  const { q } = filters;
  return (
    <div className="flex h-full min-h-0 flex-col overflow-y-auto">
      <SearchForm
        action={href("/chat")}
        role="search"
        aria-label={m.common_conversations()}
        className="flex gap-2 border-line border-b p-3"
      >
        <label className="sr-only" htmlFor="chat-search">
          {m.chat_list_search_conversations()}
        </label>
        <input
          key={q}
          id="chat-search"
          className="input min-w-0"
          type="search"
          name="q"
          defaultValue={q}
          maxLength={100}
          placeholder={m.chat_list_q_placeholder()}
        />
        <Button variant="secondary" aria-label={m.common_search()} className="flex-none">
          <Icon name="search" size={18} />
        </Button>
      </SearchForm>
      <Queues filters={filters} counts={list.counts} />
      <Filters filters={filters} choices={choices} />
      {(q !== "" || isNarrowed(filters)) && (
        <p className="flex flex-wrap justify-between gap-2 border-line border-b px-4 py-2 text-sm text-muted">
          <span>{q === "" ? foundWords(list) : searchedWords(list, q)}</span>
          <Link className="link" to={`${href("/chat")}${searchOf({ queue: "all" })}`}>
            {m.chat_list_show_all_link()}
          </Link>
        </p>
      )}
      <nav
        id="conversation-list"
        aria-label={m.common_conversations()}
        className="min-h-64 flex-1 overflow-y-auto"
      >
        {list.conversations.length === 0 && (
          <NothingListed isWaiting={queueOf(filters) === "waiting" && !isNarrowed(filters)} />
        )}
        <ul className="divide-y divide-line">
          {list.conversations.map((conversation) => (
            <ConversationRow
              key={conversation.id}
              conversation={conversation}
              clock={list}
              open={conversation.id === openId}
              q={q}
              search={searchOf(filters, list.page)}
            />
          ))}
        </ul>
      </nav>
      {list.pages > 1 && (
        <div className="border-line border-t px-3 pb-3">
          <Pagination page={list.page} pages={list.pages} path={href("/chat")} />
        </div>
      )}
    </div>
  );
}

/** The shown queue; a search covers all of them. */
const queueOf = ({ queue, q }: ChatFilters) => queue || (q === "" ? queues[0] : "");

function NothingListed({ isWaiting }: { isWaiting: boolean }) {
  if (!isWaiting) return <p className="p-4 text-muted">{m.chat_list_empty()}</p>;
  return (
    <div className="p-4 text-muted">
      <p>{m.chat_list_none_waiting()}</p>
      <Link
        className="link inline-flex min-h-11 items-center"
        to={`${href("/chat")}${searchOf({ queue: "all" })}`}
      >
        {m.chat_list_show_all_link()}
      </Link>
    </div>
  );
}

function foundWords({ total, more }: ConversationPage): string {
  if (total === 0) return m.common_nothing_found();
  return more ? m.chat_list_first_shown({ total }) : m.chat_list_found({ total });
}

function searchedWords({ total, more }: ConversationPage, q: string): string {
  if (total === 0) return m.chat_list_search_nothing_found({ q });
  return more ? m.chat_list_search_newest({ total, q }) : m.chat_list_search_found({ total, q });
}

const counted = (count: number) => (count > countedConversations ? `${countedConversations}+` : count);

/** The member whose conversations are shown. */
function Queues({ filters, counts }: { filters: ChatFilters; counts: ConversationPage["counts"] }) {
  const current = queueOf(filters);
  return (
    <nav aria-label={m.chat_queues()} className="flex flex-wrap border-line border-b px-2 py-1 text-sm">
      {queues.map((queue) => (
        <Link
          key={queue}
          to={`${href("/chat")}${searchOf({ ...filters, q: "", queue: queue === queues[0] ? "" : queue })}`}
          aria-current={queue === current ? "page" : undefined}
          className="inline-flex min-h-9 items-center gap-1 rounded-control px-1.5 text-muted hover:bg-sunken aria-[current]:bg-brand-soft aria-[current]:font-semibold aria-[current]:text-brand-strong"
        >
          {queueNames[queue]}
          <span className="text-xs">{counted(counts[queue])}</span>
        </Link>
      ))}
    </nav>
  );
}

/** Collapsed until something is filtered. */
function Filters({ filters, choices }: { filters: ChatFilters; choices: Choices }) {
  const { queue, q, state, label, tag, unread, late, ad } = filters;
  return (
    <details className="border-line border-b" open={isNarrowed(filters)}>
      <summary className="cursor-pointer px-4 py-2 text-muted text-sm">{m.chat_list_filters()}</summary>
      <SearchForm action={href("/chat")} key={JSON.stringify(filters)} className="grid gap-3 px-4 pb-3">
        {queue && <input type="hidden" name="queue" value={queue} />}
        {q && <input type="hidden" name="q" value={q} />}
        <SelectField
          label={m.common_status()}
          name="state"
          id="filter-state"
          defaultValue={state}
          options={[
            { value: "", label: m.chat_list_any_label() },
            ...conversationStates.map((value) => ({
              value,
              label: value === "waiting" ? m.chat_list_waiting_longest_first() : stateWords[value].name,
            })),
          ]}
        />
        <div className="grid grid-cols-2 gap-3">
          <Field
            label={m.chat_label()}
            name="label"
            id="filter-label"
            defaultValue={label}
            list="all-labels"
            maxLength={40}
          />
          <Field
            label={m.chat_list_tag_label()}
            name="tag"
            id="filter-tag"
            defaultValue={tag}
            list="all-labels"
            maxLength={40}
          />
        </div>
        {(["number", "member"] as const).map((name) => {
          const list = name === "number" ? choices.numbers : choices.team;
          return (
            list.length > 1 && (
              <SelectField
                key={name}
                label={name === "number" ? m.common_number() : m.common_member()}
                name={name}
                id={`filter-${name}`}
                defaultValue={filters[name]}
                options={[
                  { value: "", label: m.chat_list_any_label() },
                  ...list.map((one) => ({ value: one.id, label: one.name })),
                ]}
              />
            )
          );
        })}
        <div className="flex flex-wrap gap-x-5">
          <CheckboxField label={m.chat_unread()} name="unread" id="filter-unread" defaultChecked={unread} />
          <CheckboxField label={m.chat_list_late()} name="late" id="filter-late" defaultChecked={late} />
          <CheckboxField label={m.chat_from_ad()} name="ad" id="filter-ad" defaultChecked={ad} />
        </div>
        <div className="row-actions">
          <Button variant="secondary">{m.ui_filter()}</Button>
          <Link className="link text-sm" to={`${href("/chat/bulk")}${searchOf(filters)}`}>
            {m.chat_bulk_actions()}
          </Link>
        </div>
      </SearchForm>
    </details>
  );
}
