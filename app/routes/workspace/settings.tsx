import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, useRouteLoaderData } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { businessName } from "#app/domain/profile/schemas.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import type { loader as rootLoader } from "#app/root.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CheckboxField, Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import type { Route } from "./+types/settings";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("rename"), name: businessName }),
  z.object({ intent: z.literal("lite"), liteMode: z.literal("on").optional() }),
  z.object({ intent: z.literal("end-session"), id: z.string() }),
  z.object({ intent: z.literal("end-others") }),
]);

export const meta: Route.MetaFunction = () => [{ title: "Account Settings" }];

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext)("GET /sessions", {});
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext);
  const submission = parseWithZod(await request.formData(), { schema });
  if (submission.status !== "success") return refuse(submission);
  const { value } = submission;
  let text: string;
  try {
    switch (value.intent) {
      case "rename":
        await api("PUT /settings/organisation", { name: value.name });
        text = "Organisation saved.";
        break;
      case "lite":
        await api("PUT /settings/lite-mode", { liteMode: value.liteMode === "on" });
        text = value.liteMode === "on" ? "Lite mode is on." : "Lite mode is off.";
        break;
      case "end-session":
        await api("DELETE /sessions/:id", { id: value.id });
        text = "That device is signed out.";
        break;
      case "end-others": {
        const { ended } = await api("DELETE /sessions", {});
        text = ended === 0 ? "You are signed in nowhere else." : "You are signed out everywhere else.";
      }
    }
  } catch (error) {
    return refuse(submission, error);
  }
  return redirect("/settings", { headers: withToast({ kind: "success", text }) });
}

export default function Settings({ loaderData: { sessions }, actionData }: Route.ComponentProps) {
  const user = useRouteLoaderData<typeof rootLoader>("root")?.user;
  if (!user) return null;
  const result = actionData?.result;
  const typedName = result?.initialValue?.name;
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="Account Settings"
        description="Your organisation, your devices, and how pages come to you."
      />
      <div className="grid gap-6">
        <ErrorSummary errors={(result?.error?.[""] ?? []).map((text) => ({ text }))} />
        {user.role && (
          <Card title="Organisation">
            {user.role === "agent" ? (
              <p>
                You are an agent of <strong>{user.businessName}</strong>. An owner or admin can change its
                name.
              </p>
            ) : (
              <Form method="post" className="flex flex-wrap items-end gap-3">
                <Field
                  className="flex-1 basis-64"
                  label="Organisation name"
                  name="name"
                  defaultValue={typeof typedName === "string" ? typedName : user.businessName}
                  error={result?.error?.name?.[0]}
                  required
                />
                <Button name="intent" value="rename">
                  Save
                </Button>
              </Form>
            )}
          </Card>
        )}
        <Card title="Lite mode">
          <Form method="post" className="grid gap-3">
            <CheckboxField
              label="Send me the lightest pages"
              name="liteMode"
              value="on"
              defaultChecked={user.liteMode}
              hint="No script and no decoration: for slow networks and small data bundles. Everything keeps working. Browsers that ask to save data get this by themselves."
            />
            <p>
              <Button name="intent" value="lite" variant="secondary">
                Save
              </Button>
            </p>
          </Form>
        </Card>
        <SessionsCard sessions={sessions} />
        <Card title="Password">
          <p className="mb-4 text-muted">Changing the password signs you out on your other devices.</p>
          <ButtonLink to="/change-password" variant="secondary">
            Change Password
          </ButtonLink>
        </Card>
      </div>
    </div>
  );
}

function SessionsCard({ sessions }: { sessions: CallOutput<"GET /sessions">["sessions"] }) {
  return (
    <Card
      title="Where you are signed in"
      actions={
        sessions.length > 1 && (
          <Form method="post">
            <Button name="intent" value="end-others" variant="danger">
              Sign out elsewhere
            </Button>
          </Form>
        )
      }
    >
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div>
              <p className="font-semibold">
                {session.device} {session.current && <Badge tone="good">This device</Badge>}
              </p>
              <p className="hint">
                {session.ipAddress}, since <Time value={session.createdAt} />
              </p>
            </div>
            {!session.current && (
              <Form method="post">
                <input type="hidden" name="id" value={session.id} />
                <Button name="intent" value="end-session" variant="secondary">
                  Sign out
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
