import { href, redirect, useLocation } from "react-router";
import { z } from "zod";
import { seenMessage } from "#app/domain/messaging/conversations/schemas.ts";
import { maxReplyLength } from "#app/domain/messaging/messages/fieldRules.ts";
import { quotedMessageId, replyText, submissionKey } from "#app/domain/messaging/messages/schemas.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { Notice } from "#app/ui/notice.tsx";
import { formAction } from "#app/web/action.server.ts";
import type { FormResult } from "#app/web/fields.ts";
import { isPrefetch } from "#app/web/isPrefetch.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { useLiveUpdates } from "#app/web/live.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/show";
import { AboutMessage } from "./aboutMessage.tsx";
import { Composer } from "./composer.tsx";
import { crmLines } from "./crmLines.server.ts";
import { readFilters, searchOf } from "./filters.ts";
import { ConversationHeader } from "./header.tsx";
import { MacroMenu } from "./macroMenu.tsx";
import { namePlace } from "./namePlace.ts";
import { ConversationPanel } from "./panel.tsx";
import { refreshSeconds } from "./refreshSeconds.ts";
import { SnoozedBar } from "./snoozedBar.tsx";
import { Thread } from "./thread.tsx";
import { type Entry, type ThreadMessage, type WordedThread, wordedThread } from "./threadWords.server.ts";
import { useTypist } from "./typingSign.ts";
import { WindowClosed } from "./windowClosed.tsx";

const schema = z.object({
  text: replyText,
  key: submissionKey,
  seen: seenMessage,
  messageId: quotedMessageId,
});

/**
 * Runs before every loader, so that the frame's counts exclude what is read here. Writes nothing when nothing
 * is unread. A failure is reported by the loader.
 */
const open: Route.MiddlewareFunction = async ({ request, context, params: { conversationId } }) => {
  if (isPrefetch(request) || request.method !== "GET") return;
  await context
    .get(apiContext)("POST /conversations/:conversationId/read", { conversationId })
    .catch(() => null);
};

export const middleware: Route.MiddlewareFunction[] = [open];

export const meta: Route.MetaFunction = ({ loaderData, location }) => [
  { title: m.chat_show_page_title({ conversationName: readablePhone(loaderData.conversation.name) }) },
  ...(new URLSearchParams(location.search).has("refresh")
    ? [{ httpEquiv: "refresh", content: String(refreshSeconds) }]
    : []),
];

export async function loader({ request, context, params: { conversationId } }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const before = query.get("before") ?? undefined;
  const thread = await orThrowPage(
    context.get(apiContext)("GET /conversations/:conversationId", { conversationId, before }),
  );
  const crm = await orThrowPage(crmLines(context.get(apiContext), thread.conversation));
  return {
    ...wordedThread(thread, query.get("newer")),
    crm,
    pagedBack: before !== undefined,
    maxReplyLength,
    submissionKey: crypto.randomUUID(),
  };
}

export const action = formAction(
  schema,
  async ({ value, api }, { params: { conversationId } }: Route.ActionArgs) => {
    const { messageId } = await api("POST /conversations/:conversationId/messages", {
      conversationId,
      ...value,
    });
    const goneOn = messageId === null ? `?${new URLSearchParams({ newer: value.seen ?? "" })}` : "";
    return redirect(`${href("/chat/:conversationId", { conversationId })}${goneOn}`);
  },
);

export default function ChatConversation({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { search } = useLocation();
  const { conversation, entries, earlier, pagedBack } = loaderData;
  const path = href("/chat/:conversationId", { conversationId: conversation.id });
  const seen = new URLSearchParams(search).get("newer");
  const about = aboutOf(entries, search, answer?.result);
  const filters = searchOf(readFilters(new URLSearchParams(search)));
  const { typing, show } = useTypist(loaderData.typing, loaderData);
  const live = useLiveUpdates(
    `${href("/chat/events")}?conversationId=${conversation.id}`,
    loaderData.change,
    {
      typing: (name) => show(loaderData.typingText.replace(namePlace, () => JSON.parse(name) as string)),
    },
  );
  return (
    <div className="inbox-talk">
      <section
        className="inbox-thread"
        aria-label={m.chat_show_conversation_with({ conversationName: conversation.name })}
      >
        {/* Messages are aligned to the end of their box: rendered in pieces, they would jump up with each that arrives. */}
        <link rel="expect" href="#conversation-end" blocking="render" />
        <ConversationHeader
          conversation={conversation}
          path={path}
          search={filters}
          refresh={live ? null : <Refresh path={path} words={loaderData.refresh} />}
          macros={
            loaderData.macros && (
              <MacroMenu
                macros={loaderData.macros}
                action={`${path}/macro${filters}`}
                runKey={loaderData.submissionKey}
                seen={conversation.lastMessageId}
              />
            )
          }
        />
        <Notices thread={loaderData} path={path} search={filters} />
        <Thread
          entries={entries}
          seen={seen}
          name={conversation.name}
          earlierHref={earlier ? `${path}?before=${earlier}` : null}
          newestHref={pagedBack ? path : null}
          conversationId={conversation.id}
          canAnswer={conversation.windowOpen}
        />
        <Answering
          thread={loaderData}
          path={path}
          seen={seen}
          about={about}
          result={answer?.result}
          typing={typing}
        />
        <span id="conversation-end" />
      </section>
      <aside aria-label={m.common_details()} className="inbox-panel">
        <ConversationPanel
          conversation={conversation}
          words={loaderData.panel}
          crm={loaderData.crm}
          action={`${path}/details${filters}`}
          noteKey={loaderData.submissionKey}
        />
      </aside>
    </div>
  );
}

/** Below the messages: what kept a reply from being sent, who else types, and the box for the reply. */
function Answering({
  thread,
  path,
  seen,
  about,
  result,
  typing,
}: {
  thread: Route.ComponentProps["loaderData"];
  path: string;
  seen: string | null;
  about: ThreadMessage | undefined;
  result: FormResult;
  typing: string | null;
}) {
  const { conversation, notSent } = thread;
  return (
    <div className="flex-none border-line border-t p-3">
      {notSent && (
        <div className="mb-3">
          <Notice tone="warn" title={notSent.title}>
            {notSent.text}
          </Notice>
        </div>
      )}
      <p className="mb-2 text-sm text-warn wrap-anywhere empty:hidden" role="status">
        {typing}
      </p>
      {conversation.windowOpen && about && (
        <AboutMessage message={about} path={path} submissionKey={thread.submissionKey} />
      )}
      {conversation.windowOpen ? (
        <Composer
          key={`${conversation.id} ${seen ?? ""}`}
          action={path}
          submissionKey={thread.submissionKey}
          maxLength={thread.maxReplyLength}
          name={conversation.name}
          draft={thread.draft}
          lastResult={result}
          hint={thread.hint}
          later={thread.later}
          seen={conversation.lastMessageId}
          canned={thread.canned}
          messageId={about?.id ?? ""}
        />
      ) : (
        <WindowClosed
          path={path}
          optedOut={conversation.optedOut !== null}
          refusedText={result?.initialValue?.text ?? (thread.draft || undefined)}
        />
      )}
    </div>
  );
}

/** Above the messages: that the conversation is snoozed, and that the customer opted out. */
function Notices({
  thread,
  path,
  search,
}: {
  thread: Route.ComponentProps["loaderData"];
  path: string;
  search: string;
}) {
  const { snoozed, conversation } = thread;
  return (
    <>
      {snoozed && <SnoozedBar text={snoozed} words={thread.panel.state} path={path} search={search} />}
      {conversation.optedOut && (
        <div className="border-line border-b p-3">
          <Notice tone="warn" title={conversation.optedOut.title}>
            {conversation.optedOut.text}
          </Notice>
        </div>
      )}
    </>
  );
}

/** The quoted message: chosen in the thread, or by the refused form. */
function aboutOf(entries: readonly Entry[], search: string, refused: FormResult) {
  const id = new URLSearchParams(search).get("about") ?? refused?.initialValue?.messageId;
  return entries.find((entry) => entry.kind === "message" && entry.id === id && entry.isKnown) as
    | ThreadMessage
    | undefined;
}

/** When no script keeps the screen up to date. With script it shows only if the connection takes long. */
function Refresh({ path, words }: { path: string; words: WordedThread["refresh"] }) {
  const refreshing = new URLSearchParams(useLocation().search).has("refresh");
  return (
    <span className="late-sign flex min-w-0 gap-x-3 *:min-h-6 *:truncate">
      <a href={refreshing ? `${path}?refresh=1` : path} className="link">
        {words.now}
      </a>
      <a href={refreshing ? path : `${path}?refresh=1`} className="link">
        {refreshing ? words.stop : words.every}
      </a>
    </span>
  );
}
