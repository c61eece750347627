import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { data, href, redirect } from "react-router";
import { z } from "zod";
import { pin, whatsappAccountId } from "#app/domain/whatsapp/accounts/schemas.ts";
import { isManager } from "#app/platform/roles.ts";
import { withoutSetupSentences } from "#app/routes/campaigns/setupLink.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { formAction } from "#app/web/action.server.ts";
import { apiContext, platformContext } from "#app/web/platform.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import type { Route } from "./+types/show";
import { WhatsappAccountCard } from "./accountCard.tsx";
import { MetaPopup } from "./metaPopup.tsx";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("connect") }),
  z.object({ intent: z.literal("popup") }),
  z.object({ intent: z.literal("resume"), whatsappAccountId }),
  z.object({ intent: z.literal("register"), phoneNumberId: z.string().min(1).max(40), pin }),
]);

export const meta: Route.MetaFunction = () => [{ title: "WhatsApp Setup" }];

/** The form leads to Meta's dialog, and the SDK runs here where script does: both widen the page's policy. */
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
      mayManage: isManager(context.get(userContext)),
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
      return told(await api("POST /whatsapp/accounts/:whatsappAccountId/resume", { whatsappAccountId }));
    }
    case "register": {
      const { phoneNumberId, pin } = value;
      return told(await api("POST /whatsapp/numbers/:phoneNumberId/register", { phoneNumberId, pin }));
    }
  }
});

const told = ({ completed, message }: { completed: boolean; message: string }) =>
  redirect(href("/whatsapp"), {
    headers: withToast(
      completed
        ? { kind: "success", text: message || "WhatsApp is connected and up to date." }
        : { kind: "error", text: message },
    ),
  });

const descriptions: Record<string, string> = {
  "embedded-signup": "Sign in with Facebook, then choose or create your WhatsApp Business account.",
  "verify-number": "Meta registers your phone number for sending.",
  "complete-setup": "Incoming messages reach us, and your templates are fetched.",
};

export default function WhatsappSetup({ loaderData, actionData }: Route.ComponentProps) {
  const { status, accounts, mayManage, sandbox, meta } = loaderData;
  const result = actionData && "result" in actionData ? actionData.result : undefined;
  const errors = Object.values(result?.error ?? {})
    .flatMap((texts) => texts ?? [])
    .map(withoutSetupSentences);
  const pinErrors = result?.error?.pin ?? [];
  const failedNumber = pinErrors.length > 0 ? String(result?.initialValue?.phoneNumberId ?? "") : "";
  const steps = status?.steps ?? [
    { id: "embedded-signup", title: "Embedded Signup", status: "error" as const },
    { id: "verify-number", title: "Verify Number", status: "pending" as const },
    { id: "complete-setup", title: "Complete Setup", status: "pending" as const },
  ];
  return (
    <>
      <PageHeader
        title="WhatsApp Business Setup"
        description="Connect your WhatsApp Business account to send templates and answer your customers."
      />
      <div className="grid gap-5">
        <ErrorSummary
          title="That didn't work"
          errors={errors.map((text) => ({ text, id: failedNumber ? `pin-${failedNumber}` : undefined }))}
        />
        <p role="status" className={`font-semibold ${status?.completed ? "text-good" : "text-ink"}`}>
          {status === null
            ? "✗ Failed to load status. Try again later."
            : status.completed
              ? "Connected"
              : "Signup not complete. Please follow the steps below."}
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
          <Card title={accounts.length > 0 ? "Connect another account" : "Connect your account"}>
            {mayManage ? (
              <>
                <p className="mb-4 text-muted">
                  At Meta you choose your business and phone number, then you return here. We never see your
                  Facebook password.
                </p>
                {sandbox && (
                  <Notice tone="info" title="Sandbox">
                    Meta is simulated here: the numbers are made up and no message leaves this machine.
                  </Notice>
                )}
                <div className="mt-4 flex flex-wrap items-center gap-3">
                  <Form method="post">
                    <Button name="intent" value="connect">
                      Connect with Meta
                    </Button>
                  </Form>
                  {!sandbox && <MetaPopup {...meta} />}
                </div>
              </>
            ) : (
              <p>Only an owner or admin of your organisation can connect an account.</p>
            )}
          </Card>
          <Card title="Before you start">
            <ul className="list-disc space-y-2 pl-5">
              <li>Have your Meta Business Manager (business portfolio) ready.</li>
              <li>Keep your business phone at hand: Meta sends it a code by SMS or call.</li>
              <li>Use a Facebook login with admin access to your business's Facebook page.</li>
              <li>Add a payment method in WhatsApp Manager: Meta's own charges go to it.</li>
            </ul>
          </Card>
        </div>
      </div>
    </>
  );
}

const stepLooks = {
  completed: { icon: CircleCheck, tone: "good", word: "Completed", color: "text-good" },
  pending: { icon: CircleDashed, tone: "neutral", word: "Pending", color: "text-muted" },
  error: { icon: CircleX, tone: "bad", word: "Error", color: "text-bad" },
} as const;

function Step({
  number,
  title,
  status,
  description,
}: {
  number: number;
  title: string;
  status: keyof typeof stepLooks;
  description: string;
}) {
  const { icon: Icon, tone, word, color } = stepLooks[status];
  return (
    <li className="card flex gap-3">
      <Icon className={`mt-0.5 flex-none ${color}`} size={24} aria-hidden="true" />
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

export { ScreenError as ErrorBoundary };
