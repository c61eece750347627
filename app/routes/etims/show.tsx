import { href } from "react-router";
import { z } from "zod";
import { taxAccountForm } from "#app/domain/sales/tax/schemas.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, failed, formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/show";
import { AccountForm } from "./accountForm.tsx";
import { Documents } from "./documents.tsx";

const schema = z.discriminatedUnion("intent", [
  taxAccountForm.extend({ intent: z.literal("save") }),
  ...(["check", "on", "off"] as const).map((intent) => z.object({ intent: z.literal(intent) })),
  z.object({ intent: z.literal("retry"), taxDocumentId: z.string().max(64) }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.etims_title() }];

export async function loader({ context }: Route.LoaderArgs) {
  const found = await pageApi(context)("GET /etims", {});
  return { ...found, mayManage: may(context.get(userContext), "etims.manage") };
}

export const action = formAction(schema, async ({ value, api }) => {
  const here = href("/integrations/etims");
  const checked = async () => {
    const { account } = await api("GET /etims", {});
    return account?.check?.outcome === "ready"
      ? done(here, m.etims_checked_done())
      : failed(here, m.etims_check_refused());
  };
  switch (value.intent) {
    case "save": {
      const { intent: _, ...account } = value;
      await api("PUT /etims", account);
      return checked();
    }
    case "check":
      await api("POST /etims/check", {});
      return checked();
    case "retry":
      await api("POST /etims/documents/:taxDocumentId/retry", { taxDocumentId: value.taxDocumentId });
      return done(here, m.etims_retried_done());
    default:
      await api("POST /etims/switch", { isOn: value.intent === "on" });
      return done(here, value.intent === "on" ? m.etims_on_done() : m.etims_off_done());
  }
});

/** The organisation's own eTIMS: its device at KRA, and the newest documents. */
export default function Etims({ loaderData, actionData }: Route.ComponentProps) {
  const { account, isOffered, mayManage, documents } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  return (
    <>
      <PageHeader
        title={m.etims_title()}
        description={m.etims_lead()}
        {...(account && {
          actions: (
            <Badge tone={account.isOn ? "good" : "neutral"}>
              {account.isOn ? m.common_on() : m.common_off()}
            </Badge>
          ),
        })}
      />
      <ErrorSummary errors={problemsOf(result)} />
      {!isOffered && <Notice tone="info" title={m.errors_etims_off()} />}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          {account && <Device account={account} mayManage={mayManage} />}
          {account && <Documents documents={documents} mayManage={mayManage} />}
        </div>
        {mayManage && isOffered && <AccountForm shown={loaderData} result={result} />}
        {!mayManage && !account && <p className="text-muted">{m.etims_none()}</p>}
      </div>
    </>
  );
}

type Account = NonNullable<Route.ComponentProps["loaderData"]["account"]>;

const tones = { ready: "good", refused: "bad", unreachable: "warn" } as const;
const outcomes = () => ({
  ready: m.etims_check_ready(),
  refused: m.common_refused(),
  unreachable: m.etims_check_unreachable(),
});

/** How KRA last answered, with what to do, and the switch. */
function Device({ account, mayManage }: { account: Account; mayManage: boolean }) {
  const { check, isOn, pin, branch, controlUnitId, lastNumber } = account;
  return (
    <Card
      title={m.etims_device()}
      {...(check && {
        actions: <Badge tone={tones[check.outcome]}>{outcomes()[check.outcome]}</Badge>,
      })}
    >
      {check && <p>{check.advice}</p>}
      {check?.said && <p className="hint wrap-anywhere">{m.etims_check_said({ said: check.said })}</p>}
      {check && (
        <p className="hint mb-4">
          <Time value={check.at} />
        </p>
      )}
      <DescriptionList
        items={[
          { term: m.common_kra_pin(), value: `${pin} (${branch})` },
          ...(controlUnitId ? [{ term: m.papers_control_unit(), value: controlUnitId }] : []),
          { term: m.etims_last_number(), value: String(lastNumber) },
        ]}
      />
      {mayManage && (
        <Form method="post" className="row-actions mt-4">
          {!isOn && check?.outcome === "ready" && (
            <Button name="intent" value="on">
              {m.common_switch_on()}
            </Button>
          )}
          <Button name="intent" value="check" variant="secondary">
            {m.etims_check_button()}
          </Button>
          {isOn && (
            <Button name="intent" value="off" variant="danger-quiet">
              {m.common_switch_off()}
            </Button>
          )}
        </Form>
      )}
    </Card>
  );
}
