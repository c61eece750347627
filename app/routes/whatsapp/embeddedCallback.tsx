import { data, href, Link } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { embeddedCallback } from "#app/domain/whatsapp/accounts/schemas.ts";
import { LoadingBar } from "#app/ui/loading.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import type { RouteHandle } from "#app/web/routeHandle.ts";
import type { Toast } from "#app/web/toast.server.ts";
import type { Route } from "./+types/embeddedCallback";

const missing = "Missing required parameters.";
const cancelled = "The signup was cancelled.";
const refused = "Meta ended the signup with an error.";
const failed = "Failed to complete signup. Please try again.";
const secondsUntilSetup = 2;

/** Without script, too, the page shows `Processing` first and then goes on by itself. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: "WhatsApp signup" },
  ...(loaderData?.next
    ? [{ httpEquiv: "refresh", content: `${loaderData.next.seconds};url=${loaderData.next.to}` }]
    : []),
];

export const handle: RouteHandle = {
  toast: (data) => (data as Route.ComponentProps["loaderData"] | undefined)?.toast ?? null,
};

const failure = (text: string): Toast => ({ kind: "error", text });

/** Meta's answer: the first load says `Processing`, the second (`step=finish`) makes the call and tells the outcome. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const input = embeddedCallback.safeParse(Object.fromEntries(query));
  if (!input.success) {
    const error = query.get("error");
    const text = error === null ? missing : error === "access_denied" ? cancelled : refused;
    const detail = error === null ? "" : "Nothing was changed.";
    return data(
      { outcome: "error" as const, text, toast: failure(text), detail, next: null, mayRetry: error !== null },
      { status: 400 },
    );
  }
  if (query.get("step") !== "finish") {
    query.set("step", "finish");
    const next = { to: `${href("/embedded-callback")}?${query}`, seconds: 0 };
    return { outcome: "processing" as const, text: "Processing", toast: null, detail: "", next };
  }
  try {
    const { completed, message } = await context.get(apiContext)("GET /meta/embedded-callback", input.data);
    if (!completed) {
      return {
        outcome: "error" as const,
        text: failed,
        toast: failure("Signup failed"),
        detail: message,
        next: null,
      };
    }
    const next = { to: href("/whatsapp-setup"), seconds: secondsUntilSetup };
    return {
      outcome: "success" as const,
      text: "Signup complete!",
      toast: { kind: "success", text: "Signup complete!" } satisfies Toast,
      detail: message || "You go to WhatsApp Setup in a moment.",
      next,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data(
      {
        outcome: "error" as const,
        text: failed,
        toast: failure("Signup failed"),
        detail: error.message,
        next: null,
      },
      { status: error.status },
    );
  }
}

export default function EmbeddedCallback({ loaderData }: Route.ComponentProps) {
  const { outcome, text, detail } = loaderData;
  const mayRetry = "mayRetry" in loaderData && loaderData.mayRetry;
  return (
    <>
      <PageHeader title="WhatsApp signup" />
      <Card className="max-w-2xl">
        <div role="status">
          {outcome === "processing" ? (
            <>
              <LoadingBar />
              <p className="font-semibold">{text}</p>
              <p className="mt-1 text-muted">
                We are setting up your account with Meta. This takes a few seconds.
              </p>
            </>
          ) : (
            <Notice tone={outcome === "success" ? "good" : "bad"} title={text}>
              {detail}
            </Notice>
          )}
        </div>
        {outcome !== "processing" && (
          <p className="mt-4">
            <Link className="link" to={href("/whatsapp-setup")}>
              {mayRetry ? "Try again on WhatsApp Setup" : "Go to WhatsApp Setup"}
            </Link>
          </p>
        )}
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
