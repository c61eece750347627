import { data, href, redirect } from "react-router";
import { z } from "zod";
import { pin, whatsappAccountId } from "#app/domain/whatsapp/accounts/schemas.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { withoutSetupSentences } from "#app/routes/campaigns/setupLink.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { formAction } from "#app/web/action.server.ts";
import { apiContext, platformContext } from "#app/web/platform.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/show";
import { WhatsappAccountCard } from "./accountCard.tsx";
import { MetaPopup } from "./metaPopup.tsx";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("connect") }),
  z.object({ intent: z.literal("popup") }),
  z.object({ intent: z.literal("resume"), whatsappAccountId }),
  z.object({ intent: z.literal("register"), phoneNumberId: z.string().min(1).max(40), pin }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.common_whatsapp_setup() }];

/** The form redirects to Meta's dialog, and the SDK runs here with script: both widen the page's policy. */
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const { config } = context.get(platformContext);
  const answers = await Promise.all([
    api("GET /embedded-signup/status", {}),
    api("GET /whatsapp/accounts", {}),
  ]).catch(() => null);
  const policy = new Headers(config.sandbox ? {} : { "x-csp": "meta-sdk" });
  if (answers) policy.set("x-csp-form-action", answers[0].dialogOrigin);
  return data(
    {
      status: answers?.[0] ?? null,
      accounts: answers?.[1].accounts ?? [],
      mayManage: may(context.get(userContext), "whatsapp.manage"),
      sandbox: config.sandbox,
      meta: config.meta,
    },
    { headers: policy },
  );
}

export const action = formAction(schema, async ({ value, api }) => {
  switch (value.intent) {
    case "connect":
      return redirect((await api("POST /embedded-signup", {})).url);
    case "popup":
      return data({ state: (await api("POST /embedded-signup", {})).state });
    case "resume": {
      const { whatsappAccountId } = value;
      return redirectWith(
        await api("POST /whatsapp/accounts/:whatsappAccountId/resume", { whatsappAccountId }),
      );
    }
    case "register": {
      const { phoneNumberId, pin } = value;
      return redirectWith(
        await api("POST /whatsapp/numbers/:phoneNumberId/register", { phoneNumberId, pin }),
      );
    }
  }
});

const redirectWith = ({ completed, message }: { completed: boolean; message: string }) =>
  redirect(href("/whatsapp"), {
    headers: withToast(
      completed
        ? { kind: "success", text: message || m.whatsapp_show_connected_done() }
        : { kind: "error", text: message },
    ),
  });

const descriptions: Record<string, string> = lazy({
  "embedded-signup": m.whatsapp_descriptions_embedded_signup,
  "verify-number": m.whatsapp_show_descriptions_verify_number,
  "complete-setup": m.whatsapp_descriptions_complete_setup,
});

export default function WhatsappSetup({ loaderData, actionData }: Route.ComponentProps) {
  const { status, accounts, mayManage, sandbox, meta } = loaderData;
  const result = actionData && "result" in actionData ? actionData.result : undefined;
  const errors = Object.values(result?.error ?? {})
    .flatMap((texts) => texts ?? [])
    .map(withoutSetupSentences);
  const pinErrors = result?.error?.pin ?? [];
  const failedNumber = pinErrors.length > 0 ? String(result?.initialValue?.phoneNumberId ?? "") : "";
  const steps = status?.steps ?? [
    { id: "embedded-signup", title: m.whatsapp_show_embedded_signup_title(), status: "error" as const },
    { id: "verify-number", title: m.whatsapp_verify_number(), status: "pending" as const },
    { id: "complete-setup", title: m.whatsapp_complete_setup(), status: "pending" as const },
  ];
  return (
    <>
      <PageHeader title={m.whatsapp_show_title()} description={m.whatsapp_show_lead()} />
      <div className="grid gap-5">
        <ErrorSummary
          title={m.common_that_didnt_work()}
          errors={errors.map((text) => ({ text, id: failedNumber ? `pin-${failedNumber}` : undefined }))}
        />
        <p role="status" className={`font-semibold ${status?.completed ? "text-good" : "text-ink"}`}>
          {status === null
            ? m.whatsapp_show_status_failed_text()
            : status.completed
              ? m.common_connected()
              : m.whatsapp_show_incomplete_text()}
        </p>
        <ol className="grid gap-3 md:grid-cols-3">
          {steps.map((step, index) => (
            <Step key={step.id} number={index + 1} {...step} description={descriptions[step.id] ?? ""} />
          ))}
        </ol>
        {accounts.map((account) => (
          <WhatsappAccountCard
            key={account.id}
            account={account}
            mayManage={mayManage}
            pinError={pinErrors[0]}
            failedNumber={failedNumber}
          />
        ))}
        <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
          <Card
            title={
              accounts.length > 0
                ? m.whatsapp_show_connect_another_account()
                : m.whatsapp_show_connect_account_title()
            }
          >
            {mayManage ? (
              <Connect sandbox={sandbox} meta={meta} />
            ) : (
              <p>{m.whatsapp_show_managers_only_text()}</p>
            )}
          </Card>
          <Card title={m.whatsapp_show_before_you_start_title()}>
            <ul className="list-disc space-y-2 pl-5">
              <li>{m.whatsapp_show_need_manager_text()}</li>
              <li>{m.whatsapp_show_need_phone_text()}</li>
              <li>{m.whatsapp_show_need_login_text()}</li>
              <li>{m.whatsapp_show_need_payment_text()}</li>
            </ul>
          </Card>
        </div>
      </div>
    </>
  );
}

function Connect({ sandbox, meta }: Pick<Route.ComponentProps["loaderData"], "sandbox" | "meta">) {
  return (
    <>
      <p className="mb-4 text-muted">{m.whatsapp_show_meta_window_text()}</p>
      {sandbox && (
        <Notice tone="info" title={m.whatsapp_show_sandbox()}>
          {m.whatsapp_show_sandbox_notice()}
        </Notice>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Form method="post">
          <Button name="intent" value="connect">
            {m.whatsapp_show_connect_with_meta_button()}
          </Button>
        </Form>
        {!sandbox && <MetaPopup {...meta} />}
      </div>
    </>
  );
}

const stepStyles = lazy({
  completed: { icon: "circle-check", tone: "good", word: m.common_completed, color: "text-good" },
  pending: { icon: "circle-dashed", tone: "neutral", word: m.common_pending, color: "text-muted" },
  error: { icon: "circle-x", tone: "bad", word: m.common_error, color: "text-bad" },
});

function Step({
  number,
  title,
  status,
  description,
}: {
  number: number;
  title: string;
  status: keyof typeof stepStyles;
  description: string;
}) {
  const { icon, tone, word, color } = stepStyles[status];
  return (
    <li className="card flex gap-3">
      <Icon name={icon} className={`mt-0.5 flex-none ${color}`} size={24} />
      <div>
        <h2 className="text-base">
          {number}. {title}
        </h2>
        <p className="mt-1 mb-2 text-muted text-sm">{description}</p>
        <Badge tone={tone}>{word}</Badge>
      </div>
    </li>
  );
}
