import { Outlet, useParams, useRouteLoaderData } from "react-router";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import type { loader as rootLoader } from "#app/root.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConversationList } from "#app/ui/chat/conversationList.tsx";
import { useLiveUpdates } from "#app/ui/liveUpdates.ts";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/chat";

export const meta: Route.MetaFunction = () => [{ title: "Chat" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const q = (query.get("q") ?? "").trim().slice(0, 100);
  const page = query.get("page") ?? "1";
  const api = context.get(apiContext);
  const list = await orErrorPage(api("GET /conversations", { q, page }));
  const nothingYet = list.total === 0 && q === "";
  // Only who has no conversation needs to be told what to do first.
  const connected = !nothingYet || (await orErrorPage(api("GET /embedded-signup/status", {}))).completed;
  return { q, list, nothingYet, connected };
}

/** The list on the left and what is open on the right; a phone shows one of the two. */
export default function Chat({ loaderData: { q, list, nothingYet, connected } }: Route.ComponentProps) {
  const { conversationId } = useParams();
  return (
    <>
      <div className={conversationId ? "max-lg:sr-only" : undefined}>
        <PageHeader title="Chat" />
      </div>
      {nothingYet && conversationId === undefined ? (
        <NothingYet connected={connected} change={list.change} />
      ) : (
        <div
          className={`card -mb-12 grid min-h-[24rem] grid-cols-1 overflow-hidden p-0! max-lg:-mx-4 max-lg:rounded-none max-lg:border-x-0 lg:h-[calc(100dvh-11.25rem)] lg:grid-cols-[20rem_minmax(0,1fr)] ${conversationId ? "max-lg:-mt-5 max-lg:h-[calc(100dvh-5rem)]" : "max-lg:h-[calc(100dvh-9.5rem)]"}`}
        >
          <div className={`min-h-0 min-w-0 border-line lg:border-r ${conversationId ? "max-lg:hidden" : ""}`}>
            <ConversationList list={list} q={q} openId={conversationId} />
          </div>
          <div className={`min-h-0 min-w-0 ${conversationId ? "" : "max-lg:hidden"}`}>
            <Outlet />
          </div>
        </div>
      )}
    </>
  );
}

/** In place of list and conversation, until the first one appears. `change` is the mark of the empty list. */
function NothingYet({ connected, change }: { connected: boolean; change: string }) {
  useLiveUpdates("/chat/events", change);
  const root = useRouteLoaderData<typeof rootLoader>("root");
  if (!connected) {
    return (
      <EmptyState
        title="No conversations yet"
        action={<ButtonLink to="/whatsapp">WhatsApp Setup</ButtonLink>}
      >
        Connect your WhatsApp number first. What customers write to it appears here, and you answer them.
      </EmptyState>
    );
  }
  const action =
    root?.demo && root.sandbox ? (
      <ButtonLink to="/sandbox">Write as a customer</ButtonLink>
    ) : (
      <ButtonLink to="/contacts">Contacts</ButtonLink>
    );
  return (
    <EmptyState title="No conversations yet" action={action}>
      When a customer writes to your WhatsApp number, or answers a campaign, the conversation appears here.
    </EmptyState>
  );
}

export { ScreenError as ErrorBoundary };
