import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { senderNameLength } from "#app/domain/messaging/sms/fieldRules.ts";
import { smsAccountForm } from "#app/domain/messaging/sms/schemas.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { partLength } from "#app/platform/text/partLength.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, RadioGroupField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/sms";

const form = z.discriminatedUnion("intent", [
  smsAccountForm.extend({ intent: z.literal("save") }),
  z.object({ intent: z.literal("off") }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.sms_title() }];

export async function loader({ context }: Route.LoaderArgs) {
  const settings = await pageApi(context)("GET /sms", {});
  return { ...settings, mayAct: may(context.get(userContext), "sending.manage") };
}

export const action = formAction(form, async ({ value, api }) => {
  if (value.intent === "off") {
    await api("POST /sms/off", {});
    return done(href("/settings/sms"), m.sms_turned_off_text());
  }
  const { intent: _, ...account } = value;
  await api("PUT /sms", account);
  return done(href("/settings/sms"), m.sms_saved_text());
});

type Settings = CallOutput<"GET /sms">;
type Result = ReturnType<typeof useLastAnswer<Route.ComponentProps["actionData"]>>;

const checks = lazy({
  ok: m.sms_check_ok,
  refused: m.sms_check_refused,
  unreachable: m.sms_check_unreachable,
});

export default function SmsSettings({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { settings, addresses, mayAct } = loaderData;
  return (
    <div className="max-w-3xl">
      <PageHeader title={m.sms_title()} description={m.sms_lead()} />
      <div className="grid gap-6">
        <ErrorSummary errors={problemsOf(answer?.result)} />
        {settings && !settings.isOn && <Notice tone="info">{m.sms_off_stored_text()}</Notice>}
        {settings ? (
          <Status settings={settings} mayAct={mayAct} />
        ) : (
          <Notice tone="info">{m.sms_off_text()}</Notice>
        )}
        {mayAct ? (
          <AccountForm {...loaderData} answer={answer} />
        ) : (
          <p className="hint">{m.organisation_managers_only_text()}</p>
        )}
        {settings?.account === "own" && <Addresses addresses={addresses} />}
      </div>
    </div>
  );
}

/** As the service wrote it (`KES 1785.50`), in the product's format where it is in KES. */
function balanceText(balance: string): string {
  const [, kes] = /^KES (\d+(?:\.\d+)?)$/.exec(balance) ?? [];
  return kes === undefined ? balance : formatKes(Math.round(Number(kes) * 100));
}

function Status({ settings, mayAct }: { settings: NonNullable<Settings["settings"]>; mayAct: boolean }) {
  const { isOn, account, checkResult, checkedAt, balance } = settings;
  return (
    <Card title={m.sms_status_title()}>
      <DescriptionList
        items={[
          { term: m.common_status(), value: isOn ? checks[checkResult ?? "ok"] : m.sms_status_off() },
          ...(checkedAt ? [{ term: m.sms_checked_term(), value: <Time value={checkedAt} /> }] : []),
          ...(balance ? [{ term: m.sms_balance_term(), value: balanceText(balance) }] : []),
        ]}
      />
      {mayAct && (
        <div className="row-actions mt-4">
          {isOn && (
            <Form method="post">
              <Button name="intent" value="off" variant="secondary">
                {m.sms_off_button()}
              </Button>
            </Form>
          )}
          {account === "own" && (
            <ButtonLink to={href("/settings/sms/remove")} variant="danger-quiet">
              {m.sms_remove_account_link()}
            </ButtonLink>
          )}
        </div>
      )}
    </Card>
  );
}

function AccountForm({ settings, platformOffers, partCents, answer }: Settings & { answer: Result }) {
  const typed = answer?.result;
  const options = [
    ...(platformOffers
      ? [
          {
            value: "platform",
            label: m.sms_account_platform(),
            hint: m.sms_account_platform_hint({ price: formatKes(partCents), characters: partLength }),
          },
        ]
      : []),
    { value: "own", label: m.sms_account_own(), hint: m.sms_account_own_hint() },
  ];
  const apiKeyHint = settings?.account === "own" ? m.sms_api_key_stored_hint() : m.sms_api_key_hint();
  return (
    <Card title={m.common_account()}>
      <Form method="post" noValidate className="grid gap-4">
        <RadioGroupField
          {...fieldProps(typed, "account", settings?.account ?? options[0]?.value)}
          label={m.common_account()}
          options={options}
          look="cards"
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            {...fieldProps(typed, "username", settings?.username ?? "")}
            label={m.common_username()}
            autoComplete="off"
            maxLength={60}
          />
          <Field
            {...fieldProps(typed, "apiKey")}
            label={m.developers_show_api_key_title()}
            hint={apiKeyHint}
            type="password"
            autoComplete="off"
            maxLength={200}
          />
        </div>
        <Field
          {...fieldProps(typed, "senderName", settings?.senderName ?? "")}
          label={m.sms_sender_name_label()}
          hint={m.sms_sender_name_hint({ most: senderNameLength })}
          maxLength={senderNameLength}
          autoComplete="off"
        />
        <p>
          <Button name="intent" value="save">
            {m.sms_save_button()}
          </Button>
        </p>
      </Form>
    </Card>
  );
}

function Addresses({ addresses }: Pick<Settings, "addresses">) {
  return (
    <Card title={m.sms_callbacks_title()}>
      <p className="mb-4 text-muted">{m.sms_callbacks_text()}</p>
      <DescriptionList
        items={[
          { term: m.sms_callback_reports(), value: <Address value={addresses.reports} /> },
          { term: m.sms_callback_incoming(), value: <Address value={addresses.incoming} /> },
          { term: m.sms_callback_opt_outs(), value: <Address value={addresses.optOuts} /> },
        ]}
      />
    </Card>
  );
}

const Address = ({ value }: { value: string }) => (
  <span className="font-mono text-sm wrap-anywhere">{value}</span>
);
