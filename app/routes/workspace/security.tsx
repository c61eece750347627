import { redirect } from "react-router";
import { z } from "zod";
import { ApiError } from "#app/api/client.server.ts";
import { appCode, factorCode } from "#app/domain/secondFactors/schemas.ts";
import { currentPassword } from "#app/domain/users/schemas.ts";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { useAuth } from "#app/ui/auth.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { QrCode } from "#app/ui/qrCode.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { SettingsTabs } from "#app/ui/settingsTabs.tsx";
import { Time } from "#app/ui/time.tsx";
import type { Route } from "./+types/security";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("start"), password: currentPassword }),
  z.object({ intent: z.literal("confirm"), code: appCode }),
  z.object({ intent: z.literal("renew"), code: factorCode }),
  z.object({ intent: z.literal("disable"), password: currentPassword, code: factorCode }),
]);

export const meta: Route.MetaFunction = () => [{ title: "Second factor" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const required = new URL(request.url).searchParams.has("required");
  return { required, factor: await context.get(apiContext)("GET /second-factor", {}) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext);
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  const { value } = submission;
  const here = `/settings/security${new URL(request.url).search}`;
  try {
    switch (value.intent) {
      case "start":
        await api("POST /second-factor", { password: value.password });
        return redirect(here);
      case "confirm": {
        const { backupCodes } = await api("POST /second-factor/confirm", { code: value.code });
        // Shown in the answer itself: they are nowhere else to be read again.
        return { result: null, backupCodes, renewed: false };
      }
      case "renew": {
        const { backupCodes } = await api("POST /second-factor/backup-codes", { code: value.code });
        return { result: null, backupCodes, renewed: true };
      }
      case "disable": {
        const { message } = await api("POST /second-factor/disable", value);
        return redirect("/settings/security", { headers: withToast({ kind: "success", text: message }) });
      }
    }
  } catch (error) {
    if (error instanceof ApiError && error.code === "second_factor.not_started") {
      // The page with the backup codes was loaded again, which sends the form again.
      const { confirmedAt } = await api("GET /second-factor", {});
      const text = "It is on already. If you have not kept the backup codes, make new ones.";
      if (confirmedAt) return redirect(here, { headers: withToast({ kind: "info", text }) });
    }
    return refuse(submission, error);
  }
}

export default function Security({ loaderData: { factor, required }, actionData }: Route.ComponentProps) {
  const errors = actionData?.result?.error ?? {};
  const intent = actionData?.result?.initialValue?.intent;
  const startError = intent === "start" ? errors.password?.[0] : undefined;
  const made = actionData && "backupCodes" in actionData ? actionData : undefined;
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Second factor"
        description="A code of an app on your phone, beside your password: who steals the password alone does not get in."
      />
      {!required && <SettingsTabs />}
      <div className="grid gap-6">
        {required && !factor.confirmedAt && (
          <Notice tone="warn" title="Administrators need a second factor">
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
            <Card title="Make another key">
              <p className="mb-4">For another app. The key above does not work any more then.</p>
              <StartForm label="Make another key" variant="secondary" error={startError} />
            </Card>
          </>
        ) : (
          <Card title="It is off">
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
    <Card title={renewed ? "Keep your new backup codes" : "It is on. Keep these backup codes"}>
      <p className="mb-4">
        Each signs you in once, should you lose your phone. Write them down or print this page:{" "}
        <strong>they are not shown again.</strong>
        {renewed && " The codes before do not work any more."}
      </p>
      <ul className="mb-6 grid gap-2 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="font-semibold">{code}</code>
          </li>
        ))}
      </ul>
      <ButtonLink to={user?.usertype === "admin" ? "/admin" : "/settings/security"}>
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
      <Card title="It is on">
        <p>
          Signing in takes a code of your app since <Time value={confirmedAt} />.
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
            label="Code of the app, or a backup code"
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            required
            error={renewErrors.code?.[0]}
          />
          <p>
            <Button name="intent" value="renew" variant="secondary">
              Make new backup codes
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
            label="Code of the app, or a backup code"
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
