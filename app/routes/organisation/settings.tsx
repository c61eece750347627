import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { businessName } from "#app/domain/accounts/profile/schemas.ts";
import { currentPassword } from "#app/domain/accounts/schemas.ts";
import { isOffered, locales, offeredLocales } from "#app/platform/locale/locale.ts";
import { isPartner, isStaff } from "#app/platform/roles/accountKinds.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CheckboxField, Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { LanguageField } from "#app/ui/languageField.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { PasswordField } from "#app/ui/passwordField.tsx";
import { momentText, Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useAuth } from "#app/web/auth.ts";
import { type FormResult, fieldError, fieldProps, problemsOf, resultOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/settings";
import { SettingsInVisit } from "./settingsInVisit.tsx";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("rename"), name: businessName }),
  z.object({ intent: z.literal("language"), locale: z.enum(locales).refine(isOffered) }),
  z.object({ intent: z.literal("lite"), liteMode: z.literal("on").optional() }),
  z.object({ intent: z.literal("end-sessions"), id: z.string(), password: currentPassword }),
  z.object({ intent: z.literal("switch"), orgId: z.string() }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.common_account_settings() }];

export async function loader({ context }: Route.LoaderArgs) {
  // A person's devices are private: staff in a workspace see the organisation's part only.
  if (context.get(userContext)?.support) return { visited: true as const };
  const api = pageApi(context);
  const [{ sessions }, { organisations }] = await Promise.all([
    api("GET /sessions", {}),
    api("GET /organisations", {}),
  ]);
  const mayManage = may(context.get(userContext), "organisation.manage");
  return { visited: false as const, sessions, organisations, mayManage };
}

export const action = formAction(schema, async ({ value, api }) => {
  let text: string;
  switch (value.intent) {
    case "rename":
      await api("PUT /settings/organisation", { name: value.name });
      text = m.organisation_settings_organisation_saved();
      break;
    case "language":
      await api("PUT /settings/organisation/locale", { locale: value.locale });
      text = m.organisation_settings_organisation_saved();
      break;
    case "lite":
      await api("PUT /settings/lite-mode", { liteMode: value.liteMode === "on" });
      text =
        value.liteMode === "on"
          ? m.organisation_settings_lite_on_done()
          : m.organisation_settings_lite_mode_off_done();
      break;
    case "end-sessions": {
      const { id, password } = value;
      if (id !== "others") {
        await api("DELETE /sessions/:id", { id, password });
        text = m.organisation_settings_device_signed_out();
        break;
      }
      const { ended } = await api("DELETE /sessions", { password });
      text = ended === 0 ? m.organisation_no_other_sessions_done() : m.organisation_sessions_ended_done();
      break;
    }
    case "switch": {
      const { name } = await api("PUT /session/organisation", { orgId: value.orgId });
      text = m.organisation_settings_switched_done({ name });
    }
  }
  return done(href("/settings"), text);
});

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.visited) return <SettingsInVisit />;
  return <OwnSettings {...loaderData} result={actionData?.result} />;
}

function OwnSettings({
  sessions,
  organisations,
  mayManage,
  result,
}: Exclude<Route.ComponentProps["loaderData"], { visited: true }> & {
  result: FormResult;
}) {
  const { user } = useAuth();
  if (!user) return null;
  return (
    <div className="max-w-3xl">
      <PageHeader title={m.common_account_settings()} description={m.organisation_settings_lead()} />
      <div className="grid gap-6">
        <ErrorSummary errors={problemsOf(result).filter(({ id }) => !id)} />
        {!user.role && !isStaff(user) && !isPartner(user) && (
          <Notice tone="warn" title={m.organisation_settings_none_title()}>
            {organisations.length > 0
              ? m.organisation_settings_choose_one_below()
              : m.organisation_settings_none_text()}
          </Notice>
        )}
        {(organisations.length > 1 || (organisations.length > 0 && !user.role)) && (
          <OrganisationsCard organisations={organisations} />
        )}
        {user.role && (
          <Card title={m.common_organisation()}>
            {!mayManage ? (
              <p>
                <ParaglideMessage
                  message={m.organisation_settings_agent_text}
                  markup={{ strong: () => <strong>{user.businessName}</strong> }}
                />
              </p>
            ) : (
              <Form method="post" className="flex flex-wrap items-end gap-3">
                <NameField result={resultOf(result, "rename")} stored={user.businessName} />
                <Button name="intent" value="rename">
                  {m.common_save()}
                </Button>
              </Form>
            )}
          </Card>
        )}
        {offeredLocales.length > 1 && mayManage && (
          <Card title={m.organisation_language()}>
            <Form method="post" className="flex flex-wrap items-end gap-3">
              <LanguageField
                chosen={user.organisationLocale}
                hint={m.organisation_settings_language_hint()}
              />
              <Button name="intent" value="language" variant="secondary">
                {m.common_save()}
              </Button>
            </Form>
          </Card>
        )}
        <Card title={m.organisation_settings_lite_mode_title()}>
          <Form method="post" className="grid gap-3">
            <CheckboxField
              label={m.organisation_settings_lite_mode_label()}
              name="liteMode"
              value="on"
              defaultChecked={user.liteMode}
              hint={m.organisation_settings_lite_mode_hint()}
            />
            <p>
              <Button name="intent" value="lite" variant="secondary">
                {m.common_save()}
              </Button>
            </p>
          </Form>
        </Card>
        <SessionsCard sessions={sessions} passwordError={fieldError(result, "password")} />
        <Card title={m.common_password()}>
          <p className="mb-4 text-muted">{m.organisation_settings_password_text()}</p>
          <ButtonLink to={href("/change-password")} variant="secondary">
            {m.common_change_password()}
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
    <Card title={m.common_your_organisations()}>
      <ul className="divide-y divide-line">
        {organisations.map((organisation) => (
          <li key={organisation.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <p className="font-semibold break-words">
              {organisation.name} <Badge>{organisation.role}</Badge>{" "}
              {organisation.current && <Badge tone="good">{m.organisation_settings_current()}</Badge>}
            </p>
            {!organisation.current && (
              <Form method="post">
                <input type="hidden" name="orgId" value={organisation.id} />
                <Button
                  name="intent"
                  value="switch"
                  variant="secondary"
                  aria-label={m.organisation_settings_switch_label({ organisationName: organisation.name })}
                >
                  {m.organisation_settings_switch_button()}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** One form for all devices, since ending any of them requires the password. */
function SessionsCard({
  sessions,
  passwordError,
}: {
  sessions: CallOutput<"GET /sessions">["sessions"];
  passwordError: string | undefined;
}) {
  const hasOthers = sessions.length > 1;
  return (
    <Card title={m.organisation_settings_signed_in_devices()}>
      <Form method="post" className="grid gap-3">
        <input type="hidden" name="intent" value="end-sessions" />
        <ul className="divide-y divide-line">
          {sessions.map((session) => (
            <li key={session.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div>
                <p className="font-semibold">
                  {session.device}{" "}
                  {session.current && <Badge tone="good">{m.organisation_settings_device()}</Badge>}
                </p>
                <p className="hint">
                  <ParaglideMessage
                    message={m.organisation_settings_since_time_text}
                    inputs={{ ipAddress: session.ipAddress }}
                    markup={{ time: () => <Time value={session.createdAt} /> }}
                  />
                </p>
              </div>
              {!session.current && (
                <Button
                  name="id"
                  value={session.id}
                  variant="secondary"
                  aria-label={m.organisation_settings_sign_out({
                    device: session.device,
                    time: momentText(session.createdAt),
                  })}
                >
                  {m.common_sign_out()}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {hasOthers && (
          <>
            <PasswordField
              label={m.common_password()}
              name="password"
              id="password"
              autoComplete="current-password"
              hint={m.organisation_settings_password_hint()}
              error={passwordError}
            />
            <div>
              <Button name="id" value="others" variant="danger">
                {m.organisation_settings_sign_out_elsewhere()}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Card>
  );
}

const NameField = ({ result, stored }: { result: FormResult; stored: string }) => (
  <Field
    {...fieldProps(result, "name", stored)}
    maxLength={120}
    className="flex-1 basis-64"
    label={m.common_organisation_name()}
    required
  />
);
