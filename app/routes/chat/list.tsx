import { useEffect } from "react";
import { href, Outlet, useParams, useRevalidator } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { useLiveUpdates } from "#app/web/live.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import type { RouteHandle } from "#app/web/routeHandle.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { poll, whileVisible } from "#app/web/whileVisible.ts";
import { m } from "#messages";
import type { Route } from "./+types/list";
import { useChatKeys } from "./chatKeys.ts";
import { ConversationList, Places } from "./conversationList.tsx";
import { conversationListId } from "./conversationListId.ts";
import { callQuery, readFilters } from "./filters.ts";
import { nextOf, wordedList } from "./listWords.server.ts";

export const handle: RouteHandle = {
  fills: true,
  skipTo: { id: conversationListId, label: m.chat_list_skip_link },
};

export const meta: Route.MetaFunction = () => [{ title: m.common_chat() }];

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const filters = readFilters(query);
  const page = query.get("page") ?? "1";
  const api = pageApi(context);
  const [list, choices] = await Promise.all([
    api("GET /conversations", { ...callQuery(filters), page, mark: params.conversationId ? "off" : "on" }),
    api("GET /conversations/labels", {}),
  ]);
  const nothingYet = list.counts.all + list.counts.snoozed + list.counts.closed === 0;
  // Only members without conversations need first instructions.
  const connected = !nothingYet || (await api("GET /embedded-signup/status", {})).completed;
  return {
    ...{ filters, choices, nothingYet, connected },
    list: wordedList(list, filters),
    next: params.conversationId ? null : nextOf(list, filters),
  };
}

/** The list, the open conversation next to it, and its panel; a phone shows one of them. */
export default function Chat({
  loaderData: { filters, list, choices, nothingYet, connected },
}: Route.ComponentProps) {
  const { conversationId } = useParams();
  useChatKeys(conversationId);
  useClock();
  if (nothingYet && conversationId === undefined) {
    return (
      <div className="inbox">
        <div className="grid content-start justify-items-end gap-2 overflow-y-auto p-4">
          <h1 className="sr-only">{m.common_chat()}</h1>
          <Places places={list.places} />
          <div className="w-full">
            <NothingYet connected={connected} change={list.change} />
          </div>
        </div>
      </div>
    );
  }
  return (
    <div className={conversationId ? "inbox inbox-panes inbox-open" : "inbox inbox-panes"}>
      <h1 className="sr-only">{m.common_chat()}</h1>
      <datalist id="all-labels">
        {choices.labels.map((label) => (
          <option key={label} value={label} />
        ))}
      </datalist>
      <div className="inbox-list">
        <ConversationList list={list} filters={filters} choices={choices} openId={conversationId} />
      </div>
      <div className="inbox-main">
        <Outlet />
      </div>
    </div>
  );
}

const minuteMs = 60_000;

/** Waiting times and overdue replies change with time alone. */
function useClock(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => whileVisible(() => poll(revalidate, () => minuteMs)), [revalidate]);
}

/** In place of list and conversation, until the first one appears. `change` is the mark of the empty list. */
function NothingYet({ connected, change }: { connected: boolean; change: string }) {
  useLiveUpdates(href("/chat/events"), change);
  const root = useRoot();
  if (!connected) {
    return (
      <EmptyState
        art="chat"
        title={m.chat_list_no_conversations_yet_title()}
        action={<ButtonLink to={href("/whatsapp")}>{m.common_whatsapp_setup()}</ButtonLink>}
      >
        {m.chat_list_not_connected_text()}
      </EmptyState>
    );
  }
  const action =
    root?.demo && root.sandbox ? (
      <ButtonLink to={href("/sandbox")}>{m.chat_list_write_as_customer_link()}</ButtonLink>
    ) : (
      <ButtonLink to={href("/contacts")}>{m.common_contacts()}</ButtonLink>
    );
  return (
    <EmptyState art="chat" title={m.chat_list_no_conversations_yet_title()} action={action}>
      {m.chat_list_empty_text()}
    </EmptyState>
  );
}
