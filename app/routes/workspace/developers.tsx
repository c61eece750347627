import { ApiError } from "#app/api/client.server.ts";
import { apiContext, platformContext } from "#app/middleware/platform.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copyButton.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import type { Route } from "./+types/developers";

export const meta: Route.MetaFunction = () => [{ title: "Developers" }];

/** Beyond its form and its last characters, the key is sent to the browser only when it is to be shown. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const show = new URL(request.url).searchParams.has("show");
  const address = `${context.get(platformContext).config.appUrl}/api/v1/numbers`;
  try {
    const { key, createdAt } = await context.get(apiContext)("GET /developer/api-key", {});
    const hidden = `${key.slice(0, 9)}${"•".repeat(16)}${key.slice(-4)}`;
    return { shown: show, key: show ? key : hidden, createdAt, address, refusal: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const refusal = error.status === 403 ? ("role" as const) : ("failure" as const);
    return { shown: false, key: null, createdAt: null, address, refusal };
  }
}

export default function Developers({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Developers" description="The key with which your own systems call the platform." />
      <div className="grid max-w-3xl gap-6">
        <Card title="API key">
          {loaderData.key === null ? (
            <Notice tone={loaderData.refusal === "role" ? "info" : "warn"}>
              {loaderData.refusal === "role"
                ? "The API key is a secret of the whole organisation. Its owner and admins can see it."
                : "The key cannot be shown right now."}
            </Notice>
          ) : (
            <KeyCard shown={loaderData.shown} apiKey={loaderData.key} createdAt={loaderData.createdAt} />
          )}
        </Card>
        <Card title="Your first call">
          <div className="grid gap-4">
            <p>Your WhatsApp numbers, and whether each can send:</p>
            <pre className="select-all whitespace-pre-wrap wrap-anywhere rounded-control border border-line px-4 py-3">
              <code>{`curl ${loaderData.address} \\\n  -H "Authorization: Bearer YOUR_KEY"`}</code>
            </pre>
            <p className="hint">
              Your organisation may make 1,000 calls a minute. Beyond that, and without a key in force, the
              answer is a refusal (429, 401) that says what to do.
            </p>
          </div>
        </Card>
        <Notice title="More is being built">
          Sending messages by the API, webhooks to your systems and examples in other languages are not open
          yet.
        </Notice>
      </div>
    </>
  );
}

function KeyCard({ shown, apiKey, createdAt }: { shown: boolean; apiKey: string; createdAt: string }) {
  const test = apiKey.startsWith("tsk_test_");
  return (
    <div className="grid gap-4">
      <div className="grid gap-1.5">
        <h3 className="font-semibold">{test ? "Test key" : "Live key"}</h3>
        {/* One touch selects all of it, which is how to copy it without script. */}
        <p>
          <code className="block select-all break-all rounded-control border border-line px-4 py-3">
            {apiKey}
          </code>
        </p>
        <p className="hint">
          Made on <Time value={createdAt} />.{" "}
          {test
            ? "A test key: this platform runs in its sandbox, without a Meta app."
            : "Keep it on your server, never in a web page or an app."}
        </p>
      </div>
      <div className="row-actions">
        {shown ? (
          <>
            <CopyButton text={apiKey} />
            <ButtonLink to="/developers" variant="secondary" preventScrollReset>
              Hide
            </ButtonLink>
          </>
        ) : (
          <ButtonLink to="/developers?show=1" variant="secondary" preventScrollReset>
            Show
          </ButtonLink>
        )}
        <ButtonLink to="/developers/regenerate" variant="danger">
          Regenerate
        </ButtonLink>
      </div>
    </div>
  );
}

export { ScreenError as ErrorBoundary };
