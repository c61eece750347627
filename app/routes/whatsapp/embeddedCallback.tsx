import { data, href, Link } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { embeddedCallback } from "#app/domain/whatsapp/accounts/schemas.ts";
import { plainIssues } from "#app/platform/forms/plainIssues.ts";
import { LoadingBar } from "#app/ui/loading.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import type { RouteHandle } from "#app/web/routeHandle.ts";
import type { Toast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/embeddedCallback";

const cancelled = () => m.whatsapp_signup_cancelled();
const refused = () => m.whatsapp_signup_meta_error();
const failed = () => m.whatsapp_signup_failed();
const secondsUntilSetup = 2;

/** Without script, too, the page shows `Processing` first and then continues automatically. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.whatsapp_signup() },
  ...(loaderData.next
    ? [{ httpEquiv: "refresh", content: `${loaderData.next.seconds};url=${loaderData.next.to}` }]
    : []),
];

export const handle: RouteHandle = {
  toast: (data) => (data as Route.ComponentProps["loaderData"] | undefined)?.toast ?? null,
};

const failure = (text: string): Toast => ({ kind: "error", text });

const failedSignup = (detail: string) => ({
  outcome: "error" as const,
  text: failed(),
  toast: failure(m.whatsapp_embedded_callback_signup_failed()),
  detail,
  next: null,
});

/**
 * Meta's response: the first load shows `Processing`, the second (`step=finish`) makes the call and shows the
 * result.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const input = embeddedCallback.safeParse(Object.fromEntries(query), { error: plainIssues });
  if (!input.success) {
    const error = query.get("error");
    const problem = input.error.issues[0]!.message;
    const text = error === null ? problem : error === "access_denied" ? cancelled() : refused();
    const detail = error === null ? "" : m.whatsapp_nothing_was_changed();
    return data(
      { outcome: "error" as const, text, toast: failure(text), detail, next: null, mayRetry: error !== null },
      { status: 400 },
    );
  }
  if (query.get("step") !== "finish") {
    query.set("step", "finish");
    const next = { to: `${href("/embedded-callback")}?${query}`, seconds: 0 };
    return {
      outcome: "processing" as const,
      text: m.whatsapp_embedded_callback_processing(),
      toast: null,
      detail: "",
      next,
    };
  }
  try {
    const { completed, message } = await context.get(apiContext)("GET /meta/embedded-callback", input.data);
    if (!completed) return failedSignup(message);
    const next = { to: href("/whatsapp-setup"), seconds: secondsUntilSetup };
    return {
      outcome: "success" as const,
      text: m.whatsapp_signup_complete(),
      toast: { kind: "success", text: m.whatsapp_signup_complete() } satisfies Toast,
      detail: message || m.whatsapp_signup_redirecting(),
      next,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data(failedSignup(error.message), { status: error.status });
  }
}

export default function EmbeddedCallback({ loaderData }: Route.ComponentProps) {
  const { outcome, text, detail } = loaderData;
  const mayRetry = "mayRetry" in loaderData && loaderData.mayRetry;
  return (
    <>
      <PageHeader title={m.whatsapp_signup()} />
      <Card className="max-w-2xl">
        <div role="status">
          {outcome === "processing" ? (
            <>
              <LoadingBar />
              <p className="font-semibold">{text}</p>
              <p className="mt-1 text-muted">{m.whatsapp_signup_processing_text()}</p>
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
              {mayRetry ? m.whatsapp_signup_retry_link() : m.whatsapp_go_to_whatsapp_setup()}
            </Link>
          </p>
        )}
      </Card>
    </>
  );
}
