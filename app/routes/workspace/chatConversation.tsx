import { ArrowLeft, FileText, UserRound } from "lucide-react";
import { createContext, Link, redirect, useLocation } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { maxReplyLength, replyText, submissionKey } from "#app/domain/conversations/schemas.ts";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { readablePhone } from "#app/shared/readablePhone.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { untilTime } from "#app/ui/chat/chatTime.ts";
import { Composer } from "#app/ui/chat/composer.tsx";
import { ContactAvatar, Presence } from "#app/ui/chat/presence.tsx";
import { Thread } from "#app/ui/chat/thread.tsx";
import { useLastAnswer } from "#app/ui/lastAnswer.ts";
import { useLiveUpdates } from "#app/ui/liveUpdates.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Phone } from "#app/ui/phone.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/chatConversation";

const schema = z.object({ text: replyText, key: submissionKey });

const refreshSeconds = 10;

const openedContext = createContext<CallOutput<"POST /conversations/:conversationId/read"> | null>(null);

/** Runs before every loader, so that the counts of the frame are without what is read here. A failure is the loader's to tell. */
const open: Route.MiddlewareFunction = async ({ request, context, params: { conversationId } }) => {
  const looksAhead = /prefetch/.test(
    request.headers.get("sec-purpose") ?? request.headers.get("purpose") ?? "",
  );
  if (looksAhead || request.method !== "GET") return;
  const page = { conversationId, before: positionIn(request) };
  const opened = await context
    .get(apiContext)("POST /conversations/:conversationId/read", page)
    .catch(() => null);
  context.set(openedContext, opened);
};

const positionIn = (request: Request) => new URL(request.url).searchParams.get("before") ?? undefined;

export const middleware: Route.MiddlewareFunction[] = [open];

export const meta: Route.MetaFunction = ({ loaderData, location }) => [
  { title: `${readablePhone(loaderData?.conversation.name ?? "Conversation")} – Chat` },
  ...(new URLSearchParams(location.search).has("refresh")
    ? [{ httpEquiv: "refresh", content: String(refreshSeconds) }]
    : []),
];

export async function loader({ request, context, params: { conversationId } }: Route.LoaderArgs) {
  const before = positionIn(request);
  const thread =
    context.get(openedContext) ??
    (await orErrorPage(
      context.get(apiContext)("GET /conversations/:conversationId", { conversationId, before }),
    ));
  return { ...thread, pagedBack: before !== undefined, maxReplyLength, submissionKey: crypto.randomUUID() };
}

export async function action({ request, context, params: { conversationId } }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  try {
    await context.get(apiContext)("POST /conversations/:conversationId/messages", {
      conversationId,
      ...submission.value,
    });
  } catch (error) {
    return refuse(submission, error);
  }
  return redirect(`/chat/${conversationId}`);
}

export default function ChatConversation({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { conversation, messages, earlier, pagedBack } = loaderData;
  const path = `/chat/${conversation.id}`;
  const contactPath = `/contacts/${conversation.contactId}`;
  const live = useLiveUpdates(`/chat/events?conversationId=${conversation.id}`, loaderData.change);
  return (
    <section className="flex h-full min-h-0 flex-col" aria-label={`Conversation with ${conversation.name}`}>
      {/* Messages stand at the end of their box: drawn in pieces, they would jump upwards with each that arrives. */}
      <link rel="expect" href="#conversation-end" blocking="render" />
      <header className="flex items-center gap-2 border-line border-b px-3 py-2">
        <Link to="/chat" className="icon-button flex-none lg:hidden" aria-label="All conversations">
          <ArrowLeft size={20} aria-hidden="true" />
        </Link>
        <span className="max-sm:hidden">
          <ContactAvatar name={conversation.name} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 leading-tight wrap-anywhere">
            <Link to={contactPath} className="hover:underline">
              {readablePhone(conversation.name)}
            </Link>
          </h2>
          <p className="flex min-h-6 flex-wrap items-center gap-x-3 whitespace-nowrap text-sm">
            <Presence status={conversation.status} />
            {!live ? (
              <Refresh path={path} />
            ) : (
              conversation.phone !== null &&
              conversation.phone !== conversation.name && (
                <span className="truncate text-muted">
                  <Phone value={conversation.phone} />
                </span>
              )
            )}
          </p>
        </div>
        <Link to={`${path}/template`} className="icon-button flex-none" title="Send a template">
          <FileText size={20} aria-hidden="true" />
          <span className="sr-only">Send a template</span>
        </Link>
        <Link to={contactPath} className="icon-button flex-none max-sm:hidden" title="Contact">
          <UserRound size={20} aria-hidden="true" />
          <span className="sr-only">Contact</span>
        </Link>
      </header>
      {conversation.optedOutAt && (
        <div className="border-line border-b p-3">
          <Notice tone="warn" title="Asked for no more messages">
            Campaigns and templates leave this contact out. Only reply to what they write.
          </Notice>
        </div>
      )}
      <Thread
        messages={messages}
        clock={loaderData}
        name={conversation.name}
        earlierHref={earlier ? `${path}?before=${earlier}` : null}
        newestHref={pagedBack ? path : null}
      />
      <div className="flex-none border-line border-t p-3">
        {conversation.windowOpen ? (
          <Composer
            key={conversation.id}
            action={path}
            submissionKey={loaderData.submissionKey}
            maxLength={loaderData.maxReplyLength}
            name={conversation.name}
            lastResult={answer?.result}
            hint={`You can write freely until ${untilTime(conversation.windowEndsAt ?? loaderData.now, loaderData)}.`}
          />
        ) : (
          <WindowClosed
            path={path}
            optedOut={conversation.optedOutAt !== null}
            refusedText={answer?.result.initialValue?.text}
          />
        )}
      </div>
      <span id="conversation-end" />
    </section>
  );
}

/** Where no script keeps the screen up to date. */
function Refresh({ path }: { path: string }) {
  const refreshing = new URLSearchParams(useLocation().search).has("refresh");
  return (
    <>
      <a href={refreshing ? `${path}?refresh=1` : path} className="link leading-[1.5rem]">
        Refresh
      </a>
      <a href={refreshing ? path : `${path}?refresh=1`} className="link leading-[1.5rem]">
        {refreshing ? "Stop" : `Every ${refreshSeconds} s`}
      </a>
    </>
  );
}

/** In place of the box for a reply. `refusedText` was written while the window closed. */
function WindowClosed({
  path,
  optedOut,
  refusedText,
}: {
  path: string;
  optedOut: boolean;
  refusedText: unknown;
}) {
  return (
    <div className="grid gap-3">
      <Notice tone="warn" title="Outside the 24-hour window: send a template">
        WhatsApp lets you write freely for 24 hours after the customer last wrote.
      </Notice>
      {typeof refusedText === "string" && (
        <p role="alert">
          <strong>Your message was not sent:</strong> {refusedText}
        </p>
      )}
      {!optedOut && (
        <ButtonLink to={`${path}/template`} className="justify-self-start">
          Send a template
        </ButtonLink>
      )}
    </div>
  );
}

export { ScreenError as ErrorBoundary };
