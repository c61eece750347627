import { href, Link, Outlet, useParams } from "react-router";
import { countedConversations } from "#app/domain/messaging/conversations/words.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { useLiveUpdates } from "#app/web/live.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import type { Route } from "./+types/list";
import { useChatKeys } from "./chatKeys.ts";
import { ConversationList } from "./conversationList.tsx";
import { callQuery, readFilters } from "./filters.ts";
import { wordedList } from "./snoozeWords.server.ts";

export const meta: Route.MetaFunction = () => [{ title: m.common_chat() }];

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const filters = readFilters(query);
  const page = query.get("page") ?? "1";
  const api = context.get(apiContext);
  const [list, choices] = await orThrowPage(
    Promise.all([
      api("GET /conversations", { ...callQuery(filters), page, mark: params.conversationId ? "off" : "on" }),
      api("GET /conversations/labels", {}),
    ]),
  );
  const nothingYet = list.counts.all + list.counts.snoozed + list.counts.closed === 0;
  // Only members without conversations need first instructions.
  const connected = !nothingYet || (await orThrowPage(api("GET /embedded-signup/status", {}))).completed;
  return { filters, list: wordedList(list), choices, nothingYet, connected };
}

/** The list on the left and the open conversation on the right; a phone shows one of the two. */
export default function Chat({
  loaderData: { filters, list, choices, nothingYet, connected },
}: Route.ComponentProps) {
  const { conversationId } = useParams();
  useChatKeys(conversationId);
  return (
    <>
      <div className={conversationId ? "max-lg:sr-only" : undefined}>
        <PageHeader
          title={m.common_chat()}
          actions={<Places late={list.counts.late} className={conversationId ? "max-lg:hidden" : ""} />}
        />
      </div>
      <datalist id="all-labels">
        {choices.labels.map((label) => (
          <option key={label} value={label} />
        ))}
      </datalist>
      {nothingYet && conversationId === undefined ? (
        <NothingYet connected={connected} change={list.change} />
      ) : (
        <div
          className={`card -mb-12 grid min-h-[24rem] grid-cols-1 overflow-hidden p-0! max-lg:-mx-4 max-lg:rounded-none max-lg:border-x-0 lg:h-[calc(100dvh-11.25rem)] lg:grid-cols-[20rem_minmax(0,1fr)] xl:grid-cols-[17rem_minmax(0,1fr)] ${conversationId ? "max-lg:-mt-5 max-lg:h-[calc(100dvh-5rem)]" : "max-lg:h-[calc(100dvh-9.5rem)]"}`}
        >
          <div className={`min-h-0 min-w-0 border-line lg:border-r ${conversationId ? "max-lg:hidden" : ""}`}>
            <ConversationList list={list} filters={filters} choices={choices} openId={conversationId} />
          </div>
          <div className={`min-h-0 min-w-0 ${conversationId ? "" : "max-lg:hidden"}`}>
            <Outlet />
          </div>
        </div>
      )}
    </>
  );
}

/** The other pages of the inbox. */
function Places({ late, className }: { late: number; className: string }) {
  return (
    <nav aria-label={m.common_inbox()} className={`flex flex-wrap gap-x-4 text-sm ${className}`}>
      <Link className="link" to={href("/chat/late")}>
        {late > 0
          ? m.chat_list_overdue_replies_link({
              count: late > countedConversations ? `${countedConversations}+` : late,
            })
          : m.chat_overdue_replies()}
      </Link>
      <Link className="link" to={href("/chat/replies")}>
        {m.chat_canned_replies()}
      </Link>
      <Link className="link" to={href("/settings/inbox")}>
        {m.chat_list_hours_and_availability_link()}
      </Link>
      <Link className="link max-lg:hidden" to={href("/chat/keys")}>
        {m.chat_list_shortcuts_link()}
      </Link>
    </nav>
  );
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

export { ScreenError as ErrorBoundary };
