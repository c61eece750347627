import { data, href, redirect } from "react-router";
import { z } from "zod";
import { ApiError } from "#app/api/client.server.ts";
import { currentPassword } from "#app/domain/accounts/schemas.ts";
import { appCode, factorCode } from "#app/domain/accounts/secondFactors/schemas.ts";
import { isStaff } from "#app/platform/roles.ts";
import { SettingsTabs } from "#app/routes/organisation/settingsTabs.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useAuth } from "#app/web/auth.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import type { Route } from "./+types/security";
import { QrCode } from "./qrCode.tsx";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("start"), password: currentPassword }),
  z.object({ intent: z.literal("confirm"), code: appCode }),
  z.object({ intent: z.literal("renew"), code: factorCode }),
  z.object({ intent: z.literal("disable"), password: currentPassword, code: factorCode }),
]);

export const meta: Route.MetaFunction = () => [{ title: "Two-step verification" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const required = new URL(request.url).searchParams.has("required");
  const factor = await orErrorPage(context.get(apiContext)("GET /second-factor", {}));
  return data({ required, factor }, { headers: factor.setup ? uncompressed : {} });
}

/** The length of a compressed page tells what it has in common with its own address. */
const uncompressed = { "x-compress": "none" };

export const headers: Route.HeadersFunction = ({ loaderHeaders, actionHeaders }) =>
  new Headers([...loaderHeaders, ...actionHeaders]);

export const action = formAction(schema, async ({ value, api, request }) => {
  const here = `${href("/settings/security")}${new URL(request.url).search}`;
  try {
    switch (value.intent) {
      case "start":
        await api("POST /second-factor", { password: value.password });
        return redirect(here);
      case "confirm": {
        const { backupCodes } = await api("POST /second-factor/confirm", { code: value.code });
        // Shown in the answer itself: they are nowhere else to be read again.
        return data({ result: null, backupCodes, renewed: false }, { headers: uncompressed });
      }
      case "renew": {
        const { backupCodes } = await api("POST /second-factor/backup-codes", { code: value.code });
        return data({ result: null, backupCodes, renewed: true }, { headers: uncompressed });
      }
      case "disable": {
        const { message } = await api("POST /second-factor/disable", value);
        return done(href("/settings/security"), message);
      }
    }
  } catch (error) {
    if (error instanceof ApiError && error.code === "second_factor.not_started") {
      // The page with the backup codes was loaded again, which sends the form again.
      const { confirmedAt } = await api("GET /second-factor", {});
      const text =
        "Two-step verification is already on. If you did not keep the backup codes, create new ones.";
      if (confirmedAt) return redirect(here, { headers: withToast({ kind: "info", text }) });
    }
    throw error;
  }
});

export default function Security({ loaderData: { factor, required }, actionData }: Route.ComponentProps) {
  const errors = actionData?.result?.error ?? {};
  const intent = actionData?.result?.initialValue?.intent;
  const startError = intent === "start" ? errors.password?.[0] : undefined;
  const made = actionData && "backupCodes" in actionData ? actionData : undefined;
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Two-step verification"
        description="A code from an app on your phone, in addition to your password: a stolen password alone lets nobody in."
      />
      {!required && <SettingsTabs />}
      <div className="grid gap-6">
        {required && !factor.confirmedAt && (
          <Notice tone="warn" title="Administrators need two-step verification">
            Set up an authenticator app to go on.
          </Notice>
        )}
        <ErrorSummary
          errors={Object.entries(errors).flatMap(([name, texts]) =>
            (texts ?? []).slice(0, 1).map((text) => ({ id: idOf(name, intent), text })),
          )}
        />
        {made ? (
          <BackupCodes codes={made.backupCodes} renewed={made.renewed} />
        ) : factor.confirmedAt ? (
          <FactorOn
            confirmedAt={factor.confirmedAt}
            left={factor.backupCodesLeft}
            renewErrors={intent === "renew" ? errors : {}}
            disableErrors={intent === "disable" ? errors : {}}
          />
        ) : factor.setup ? (
          <>
            <Setup setup={factor.setup} error={errors.code?.[0]} />
            <Card title="Create another key">
              <p className="mb-4">For another app. The key above then stops working.</p>
              <StartForm label="Create another key" variant="secondary" error={startError} />
            </Card>
          </>
        ) : (
          <Card title="Two-step verification is off">
            <p className="mb-4">
              You need an authenticator app that makes codes, such as Aegis, FreeOTP, Google Authenticator or
              Microsoft Authenticator. It works without network.
            </p>
            <StartForm label="Set up an app" error={startError} />
          </Card>
        )}
      </div>
    </div>
  );
}

function StartForm({
  label,
  variant,
  error,
}: {
  label: string;
  variant?: "secondary";
  error: string | undefined;
}) {
  return (
    <Form method="post" className="grid max-w-sm gap-4" noValidate>
      <Field
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={error}
      />
      <p>
        <Button name="intent" value="start" {...(variant ? { variant } : {})}>
          {label}
        </Button>
      </p>
    </Form>
  );
}

function Setup({ setup, error }: { setup: { key: string; uri: string }; error: string | undefined }) {
  return (
    <Card title="Add the key to your app">
      <div className="flex flex-wrap gap-6">
        <QrCode text={setup.uri} label="QR code with the key for your authenticator app" />
        <div className="grid flex-1 basis-64 content-start gap-4">
          <p>Scan the picture with the app. On this phone, open the app and type the key instead:</p>
          <p>
            <code className="font-semibold break-words">{setup.key.match(/.{1,4}/g)?.join(" ")}</code>
            <span className="hint block">By time, six digits, a new code every 30 seconds</span>
          </p>
          <p>
            <a className="link" href={setup.uri}>
              Open it in an app on this device
            </a>
          </p>
        </div>
      </div>
      <Form method="post" className="mt-6 grid max-w-sm gap-4" noValidate>
        <Field
          label="Code that the app shows now"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          error={error}
        />
        <p>
          <Button name="intent" value="confirm">
            Turn it on
          </Button>
        </p>
      </Form>
    </Card>
  );
}

function BackupCodes({ codes, renewed }: { codes: string[]; renewed: boolean }) {
  const { user } = useAuth();
  return (
    <Card
      title={renewed ? "Keep your new backup codes" : "Two-step verification is on. Keep these backup codes"}
    >
      <p className="mb-4">
        Each signs you in once, should you lose your phone. Write them down or print this page:{" "}
        <strong>they are not shown again.</strong>
        {renewed && " The old codes no longer work."}
      </p>
      <ul className="mb-6 grid gap-2 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="font-semibold">{code}</code>
          </li>
        ))}
      </ul>
      <ButtonLink to={isStaff(user) ? href("/admin") : href("/settings/security")}>
        I have kept them
      </ButtonLink>
    </Card>
  );
}

type Errors = Record<string, string[] | null>;

/** Both forms below ask for a code; their fields have ids of their own. */
const idOf = (name: string, intent: unknown) =>
  name === "code" && intent === "renew" ? "renew-code" : name || undefined;

function FactorOn({
  confirmedAt,
  left,
  renewErrors,
  disableErrors,
}: {
  confirmedAt: string;
  left: number;
  renewErrors: Errors;
  disableErrors: Errors;
}) {
  return (
    <>
      <Card title="Two-step verification is on">
        <p>
          Signing in takes a code from your app since <Time value={confirmedAt} />.
        </p>
        <p className="hint mt-2">For another phone, turn it off and set it up again.</p>
      </Card>
      <Card title="Backup codes">
        <p className="mb-4">
          You have {left} unused backup {left === 1 ? "code" : "codes"}. New ones replace them all.
        </p>
        <Form method="post" className="grid max-w-sm gap-4" noValidate>
          <Field
            id="renew-code"
            label="Code from the app, or a backup code"
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            required
            error={renewErrors.code?.[0]}
          />
          <p>
            <Button name="intent" value="renew" variant="secondary">
              Create new backup codes
            </Button>
          </p>
        </Form>
      </Card>
      <Card title="Turn it off">
        <Form method="post" className="grid max-w-sm gap-4" noValidate>
          <Field
            label="Your password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            error={disableErrors.password?.[0]}
          />
          <Field
            label="Code from the app, or a backup code"
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            required
            error={disableErrors.code?.[0]}
          />
          <p>
            <Button name="intent" value="disable" variant="danger">
              Turn it off
            </Button>
          </p>
        </Form>
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
