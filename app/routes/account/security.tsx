import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { data, href, redirect } from "react-router";
import { z } from "zod";
import { ApiError } from "#app/api/client.server.ts";
import { currentPassword } from "#app/domain/accounts/schemas.ts";
import { appCode, factorCode } from "#app/domain/accounts/secondFactors/schemas.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { isStaff } from "#app/platform/roles/accountKinds.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { QrCode, type QrShape } from "#app/ui/qrCode.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useAuth } from "#app/web/auth.ts";
import { qrCodeOf } from "#app/web/qrCode.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/security";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("start"), password: currentPassword }),
  z.object({ intent: z.literal("confirm"), code: appCode }),
  z.object({ intent: z.literal("renew"), code: factorCode }),
  z.object({ intent: z.literal("disable"), password: currentPassword, code: factorCode }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.common_two_step_verification() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const required = new URL(request.url).searchParams.has("required");
  const factor = await pageApi(context)("GET /second-factor", {});
  const setup = factor.setup && { ...factor.setup, code: qrCodeOf(factor.setup.uri) };
  return data({ required, factor: { ...factor, setup } }, { headers: factor.setup ? uncompressed : {} });
}

/** The length of a compressed page reveals what it has in common with its own address. */
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
        // Shown in the response itself: they cannot be read again.
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
      // Reloading the page with the backup codes posts the form again.
      const { confirmedAt } = await api("GET /second-factor", {});
      const text = m.account_security_already_on_error();
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
      <PageHeader title={m.common_two_step_verification()} description={m.account_security_lead()} />
      <div className="grid gap-6">
        {required && !factor.confirmedAt && (
          <Notice tone="warn" title={m.account_security_administrator_title()}>
            {m.account_security_administrator_text()}
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
            <Card title={m.account_security_create_another_key()}>
              <p className="mb-4">{m.account_security_other_app_text()}</p>
              <StartForm
                label={m.account_security_create_another_key()}
                variant="secondary"
                error={startError}
              />
            </Card>
          </>
        ) : (
          <Card title={m.account_security_off_title()}>
            <p className="mb-4">{m.account_security_off_text()}</p>
            <StartForm label={m.account_security_set_up_app()} error={startError} />
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
        label={m.account_security_password_label()}
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

type Key = { key: string; uri: string; code: QrShape };

function Setup({ setup, error }: { setup: Key; error: string | undefined }) {
  return (
    <Card title={m.account_security_setup_title()}>
      <div className="flex flex-wrap gap-6">
        <QrCode code={setup.code} label={m.account_security_qr_label()} />
        <div className="grid flex-1 basis-64 content-start gap-4">
          <p>{m.account_security_scan_text()}</p>
          <p>
            <code className="font-semibold break-words">{setup.key.match(/.{1,4}/g)?.join(" ")}</code>
            <span className="hint block">{m.account_security_key_facts()}</span>
          </p>
          <p>
            <a className="link" href={setup.uri}>
              {m.account_security_open_app_link()}
            </a>
          </p>
        </div>
      </div>
      <Form method="post" className="mt-6 grid max-w-sm gap-4" noValidate>
        <Field
          label={m.account_security_code_label()}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          error={error}
        />
        <p>
          <Button name="intent" value="confirm">
            {m.account_security_turn_on_button()}
          </Button>
        </p>
      </Form>
    </Card>
  );
}

function BackupCodes({ codes, renewed }: { codes: string[]; renewed: boolean }) {
  const { user } = useAuth();
  return (
    <Card title={renewed ? m.account_security_save_backup_codes_title() : m.account_security_codes_title()}>
      <p className="mb-4">
        <ParaglideMessage
          message={m.account_security_codes_text}
          markup={{ strong: ({ children }) => <strong>{children}</strong> }}
        />
      </p>
      {renewed && <p className="mb-4">{m.account_security_backup_codes_replaced()}</p>}
      <ul className="mb-6 grid gap-2 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="font-semibold">{code}</code>
          </li>
        ))}
      </ul>
      <ButtonLink to={isStaff(user) ? href("/admin") : href("/settings/security")}>
        {m.account_security_i_have_saved_them_link()}
      </ButtonLink>
    </Card>
  );
}

type Errors = Record<string, string[] | null>;

/** Both forms below have a code field; their ids differ. */
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
      <Card title={m.account_security_on_title()}>
        <p>
          <ParaglideMessage
            message={m.account_security_on_text}
            markup={{ time: () => <Time value={confirmedAt} /> }}
          />
        </p>
        <p className="hint mt-2">{m.account_security_other_phone_text()}</p>
      </Card>
      <Card title={m.account_security_backup_codes_title()}>
        <p className="mb-4">{counted(m.account_security_unused_codes, left)}</p>
        <Form method="post" className="grid max-w-sm gap-4" noValidate>
          <Field
            id="renew-code"
            label={m.account_security_code_from_app_or_label()}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            required
            error={renewErrors.code?.[0]}
          />
          <p>
            <Button name="intent" value="renew" variant="secondary">
              {m.account_security_create_new_backup_codes()}
            </Button>
          </p>
        </Form>
      </Card>
      <Card title={m.account_security_turn_off()}>
        <Form method="post" className="grid max-w-sm gap-4" noValidate>
          <Field
            label={m.account_security_password_label()}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            error={disableErrors.password?.[0]}
          />
          <Field
            label={m.account_security_code_from_app_or_label()}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            required
            error={disableErrors.code?.[0]}
          />
          <p>
            <Button name="intent" value="disable" variant="danger">
              {m.account_security_turn_off()}
            </Button>
          </p>
        </Form>
      </Card>
    </>
  );
}
