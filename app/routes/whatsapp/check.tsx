import { href } from "react-router";
import { adviceOn, checkTitles } from "#app/domain/whatsapp/doctor/words.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, EmptyState, PageHeader } from "#app/ui/page.tsx";
import { momentText, Time } from "#app/ui/time.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/check";

export const meta: Route.MetaFunction = () => [{ title: m.whatsapp_check_connection_check() }];

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await pageApi(context)("GET /whatsapp/accounts/:whatsappAccountId/checks", params);
  return { ...found, mayCheck: may(context.get(userContext), "whatsapp.manage") && found.account.hasToken };
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  const { results } = await api("POST /whatsapp/accounts/:whatsappAccountId/checks", params);
  const problems = results.filter(({ outcome }) => outcome === "bad").length;
  return done(
    href("/whatsapp/:whatsappAccountId/check", params),
    problems > 0
      ? m.whatsapp_check_checked_done({ problems: counted(m.counts_problems, problems) })
      : m.whatsapp_check_no_problems_done(),
  );
});

const outcomes = lazy({
  good: { tone: "good", word: m.whatsapp_check_good },
  warning: { tone: "warn", word: m.whatsapp_check_warning },
  bad: { tone: "bad", word: m.whatsapp_check_problem },
  unknown: { tone: "neutral", word: m.common_value_unknown },
});

export default function Check({ loaderData, actionData }: Route.ComponentProps) {
  const { account, checks, mayCheck } = loaderData;
  const [latest, ...earlier] = checks;
  const errors = Object.values(actionData?.result?.error ?? {}).flatMap((texts) => texts ?? []);
  return (
    <>
      <PageHeader
        title={m.whatsapp_check_connection_check()}
        description={m.whatsapp_check_lead({
          accountName: account.name || m.whatsapp_check_account_name(),
        })}
        actions={
          <>
            <ButtonLink to={href("/whatsapp")} variant="quiet">
              {m.common_whatsapp_setup()}
            </ButtonLink>
            {mayCheck && (
              <Form method="post">
                <Button>{m.whatsapp_check_now_button()}</Button>
              </Form>
            )}
          </>
        }
      />
      <div className="grid gap-5">
        <ErrorSummary title={m.common_that_didnt_work()} errors={errors.map((text) => ({ text }))} />
        {latest ? (
          <Card title={m.whatsapp_check_checked_on_title({ moment: momentText(latest.checkedAt) })}>
            <ul className="divide-y divide-line">
              {latest.results.map((result) => (
                <Result key={`${result.check} ${result.number ?? ""}`} result={result} />
              ))}
            </ul>
          </Card>
        ) : (
          <EmptyState title={m.whatsapp_check_not_checked_yet_title()}>
            {m.whatsapp_check_empty_text()}
          </EmptyState>
        )}
        {earlier.length > 0 && (
          <Card title={m.whatsapp_check_earlier_checks()}>
            <DataTable
              caption={m.whatsapp_check_earlier_checks()}
              rows={earlier}
              keyOf={({ checkedAt }) => checkedAt}
              columns={[
                { header: m.common_when(), cell: ({ checkedAt }) => <Time value={checkedAt} /> },
                {
                  header: m.whatsapp_check_problems(),
                  cell: ({ results }) =>
                    results
                      .filter(({ outcome }) => outcome === "bad")
                      .map(({ check }) => checkTitles[check])
                      .join(", ") || m.common_none(),
                },
              ]}
            />
          </Card>
        )}
      </div>
    </>
  );
}

type CheckResult = Route.ComponentProps["loaderData"]["checks"][number]["results"][number];

function Result({ result }: { result: CheckResult }) {
  const { tone, word } = outcomes[result.outcome];
  const { text, todo } = adviceOn(result);
  return (
    <li className="py-3">
      <h3 className="flex flex-wrap items-center gap-2">
        {checkTitles[result.check]}
        {result.number && <span className="hint font-normal">{result.number}</span>}
        <Badge tone={tone}>{word}</Badge>
      </h3>
      <p className="wrap-anywhere">{text}</p>
      {todo && result.outcome !== "good" && <p className="mt-1 font-semibold">{todo}</p>}
    </li>
  );
}
