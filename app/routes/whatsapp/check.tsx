import { href } from "react-router";
import { adviceOn, checkTitles } from "#app/domain/whatsapp/doctor/words.ts";
import { countOf } from "#app/platform/counts.ts";
import { isManager } from "#app/platform/roles.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, EmptyState, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/check";

export const meta: Route.MetaFunction = () => [{ title: "Connection check" }];

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await orErrorPage(
    context.get(apiContext)("GET /whatsapp/accounts/:whatsappAccountId/checks", params),
  );
  return { ...found, mayCheck: isManager(context.get(userContext)) && found.account.hasToken };
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  const { results } = await api("POST /whatsapp/accounts/:whatsappAccountId/checks", params);
  const problems = results.filter(({ outcome }) => outcome === "bad").length;
  return done(
    href("/whatsapp/:whatsappAccountId/check", params),
    problems > 0 ? `Checked: ${countOf(problems, "problem")}.` : "Checked: no problem was found.",
  );
});

const looks = {
  good: { tone: "good", word: "Good" },
  warning: { tone: "warn", word: "Look at it" },
  bad: { tone: "bad", word: "Problem" },
  unknown: { tone: "neutral", word: "Not known" },
} as const;

export default function Check({ loaderData, actionData }: Route.ComponentProps) {
  const { account, checks, mayCheck } = loaderData;
  const [latest, ...earlier] = checks;
  const errors = Object.values(actionData?.result?.error ?? {}).flatMap((texts) => texts ?? []);
  return (
    <>
      <PageHeader
        title="Connection check"
        description={`What ${account.name || "the account"} needs to send and receive, asked at Meta.`}
        actions={
          <>
            <ButtonLink to={href("/whatsapp")} variant="quiet">
              WhatsApp Setup
            </ButtonLink>
            {mayCheck && (
              <Form method="post">
                <Button>Check now</Button>
              </Form>
            )}
          </>
        }
      />
      <div className="grid gap-5">
        <ErrorSummary title="That didn't work" errors={errors.map((text) => ({ text }))} />
        {latest ? (
          <Card
            title={
              <>
                Checked on <Time value={latest.checkedAt} />
              </>
            }
          >
            <ul className="divide-y divide-line">
              {latest.results.map((result) => (
                <Result key={`${result.check} ${result.number ?? ""}`} result={result} />
              ))}
            </ul>
          </Card>
        ) : (
          <EmptyState title="Not checked yet">
            The check asks Meta about access, permissions, subscription, registration and payment. It changes
            nothing.
          </EmptyState>
        )}
        {earlier.length > 0 && (
          <Card title="Earlier checks">
            <DataTable
              caption="Earlier checks"
              rows={earlier}
              keyOf={({ checkedAt }) => checkedAt}
              columns={[
                { header: "When", cell: ({ checkedAt }) => <Time value={checkedAt} /> },
                {
                  header: "Problems",
                  cell: ({ results }) =>
                    results
                      .filter(({ outcome }) => outcome === "bad")
                      .map(({ check }) => checkTitles[check])
                      .join(", ") || "None",
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
  const { tone, word } = looks[result.outcome];
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

export { ScreenError as ErrorBoundary };
