import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { businessName } from "#app/domain/accounts/profile/schemas.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CheckboxField, Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useAuth } from "#app/web/auth.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/settings";
import { SettingsTabs } from "./settingsTabs.tsx";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("rename"), name: businessName }),
  z.object({ intent: z.literal("lite"), liteMode: z.literal("on").optional() }),
  z.object({ intent: z.literal("end-session"), id: z.string() }),
  z.object({ intent: z.literal("end-others") }),
  z.object({ intent: z.literal("switch"), orgId: z.string() }),
]);

export const meta: Route.MetaFunction = () => [{ title: "Account Settings" }];

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [{ sessions }, { organisations }] = await orErrorPage(
    Promise.all([api("GET /sessions", {}), api("GET /organisations", {})]),
  );
  return { sessions, organisations };
}

export const action = formAction(schema, async ({ value, api }) => {
  let text: string;
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
      break;
    }
    case "switch": {
      const { name } = await api("PUT /session/organisation", { orgId: value.orgId });
      text = `You now work for ${name}.`;
    }
  }
  return done(href("/settings"), text);
});

export default function Settings({
  loaderData: { sessions, organisations },
  actionData,
}: Route.ComponentProps) {
  const { user } = useAuth();
  if (!user) return null;
  const result = actionData?.result;
  const typed = result?.initialValue;
  const renamed = typed?.intent === "rename";
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Account Settings"
        description="Your organisation, your devices and how pages load."
      />
      <SettingsTabs />
      <div className="grid gap-6">
        <ErrorSummary errors={(result?.error?.[""] ?? []).map((text) => ({ text }))} />
        {!user.role && user.usertype === "individual" && (
          <Notice tone="warn" title="You are not a member of an organisation">
            {organisations.length > 0
              ? "Choose one below."
              : "Ask a colleague for an invitation; it comes by mail."}
          </Notice>
        )}
        {(organisations.length > 1 || (organisations.length > 0 && !user.role)) && (
          <OrganisationsCard organisations={organisations} />
        )}
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
                  label="Business or organisation name"
                  name="name"
                  defaultValue={renamed ? String(typed?.name ?? "") : user.businessName}
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
              label="Use the lightest pages"
              name="liteMode"
              value="on"
              defaultChecked={user.liteMode}
              hint="No script and no decoration: for slow networks and small data bundles. Everything keeps working. Browsers that ask to save data get this automatically."
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
          <ButtonLink to={href("/change-password")} variant="secondary">
            Change Password
          </ButtonLink>
        </Card>
      </div>
    </div>
  );
}

function OrganisationsCard({
  organisations,
}: {
  organisations: CallOutput<"GET /organisations">["organisations"];
}) {
  return (
    <Card title="Your organisations">
      <ul className="divide-y divide-line">
        {organisations.map((organisation) => (
          <li key={organisation.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <p className="font-semibold break-words">
              {organisation.name} <Badge>{organisation.role}</Badge>{" "}
              {organisation.current && <Badge tone="good">You are here</Badge>}
            </p>
            {!organisation.current && (
              <Form method="post">
                <input type="hidden" name="orgId" value={organisation.id} />
                <Button name="intent" value="switch" variant="secondary">
                  Switch<span className="sr-only"> to {organisation.name}</span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Card>
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
                  <span className="sr-only">
                    {" "}
                    of {session.device}, since <Time value={session.createdAt} />
                  </span>
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
