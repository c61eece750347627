import { href, Link } from "react-router";
import { z } from "zod";
import { botLanguages, expectations, outcomes } from "#app/domain/bots/words.ts";
import { formatCount } from "#app/platform/counts.ts";
import { isManager } from "#app/platform/roles.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { problemsOf } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/evaluation";
import { BotTabs } from "./botTabs.tsx";

const schema = z.object({ intent: z.literal("run") });

export const meta: Route.MetaFunction = () => [{ title: "Evaluation of a bot" }];

export async function loader({ context, params: { botId } }: Route.LoaderArgs) {
  const evaluation = await orErrorPage(context.get(apiContext)("GET /bots/:botId/evaluation", { botId }));
  return { ...evaluation, mayManage: isManager(context.get(userContext)) };
}

export const action = formAction(schema, async ({ api }, { params: { botId } }: Route.ActionArgs) => {
  const { right, total } = await api("POST /bots/:botId/evaluations", { botId });
  return done(href("/bots/:botId/evaluation", { botId }), `Evaluated: ${right} of ${total} questions right.`);
});

export default function Evaluation({ loaderData, actionData }: Route.ComponentProps) {
  const { bot, runs, published, mayManage } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  const [newest] = runs;
  return (
    <>
      <PageHeader
        title={bot.name}
        description="Questions with what has to come of them. They are run after each change, and before the bot is published."
        actions={
          mayManage && (
            <>
              <Form method="post">
                <Button variant="secondary" name="intent" value="run">
                  Run it now
                </Button>
              </Form>
              <ButtonLink to={href("/bots/:botId/evaluation/new", { botId: bot.id })}>
                Add a question
              </ButtonLink>
            </>
          )
        }
      />
      <BotTabs botId={bot.id} />
      <ErrorSummary title="That didn't work" errors={problemsOf(result)} />
      {newest && newest.revision !== bot.revision && (
        <Notice tone="info" title="What the bot knows has changed since">
          The evaluation is being run anew. Reload in a moment.
        </Notice>
      )}
      {newest && (
        <StatGrid>
          <Stat
            label="Right"
            value={`${formatCount(newest.right)} of ${formatCount(newest.total)}`}
            hint={published ? `Published with ${published.right} of ${published.total}` : undefined}
          />
          <Stat label="Among the first three" value={formatCount(newest.inThree)} />
          <Stat label="False answers" value={formatCount(newest.falseAnswers)} />
          <Stat label="Handed over" value={formatCount(newest.handedOver)} />
        </StatGrid>
      )}
      <div className="mt-6">
        <Questions {...loaderData} />
      </div>
      {runs.length > 1 && <Runs runs={runs} />}
    </>
  );
}

type LoaderData = Route.ComponentProps["loaderData"];

function Questions({ bot, questions, mayManage }: LoaderData) {
  return (
    <DataTable
      caption="Evaluation set"
      rows={questions}
      keyOf={({ id }) => id}
      columns={[
        {
          header: "Question",
          cell: ({ question, language }) => <span lang={language}>{question}</span>,
          below: ({ language }) => botLanguages[language],
        },
        { header: "Expected", cell: ({ expects, expected }) => expected ?? expectations[expects] },
        {
          header: "What came",
          cell: ({ result }) => (result ? (result.found ?? outcomes[result.outcome].label) : "Not run yet"),
        },
        {
          header: "Result",
          cell: ({ result, change }) =>
            result && (
              <>
                <Badge tone={result.right ? "good" : "bad"}>{result.right ? "Right" : "Wrong"}</Badge>
                {change && <span className="hint block">{change} than published</span>}
              </>
            ),
        },
        {
          header: "Actions",
          plain: "hidden",
          cell: ({ id }) =>
            mayManage && (
              <Link
                className="link"
                to={href("/bots/:botId/evaluation/:questionId/delete", { botId: bot.id, questionId: id })}
              >
                Delete
              </Link>
            ),
        },
      ]}
    />
  );
}

function Runs({ runs }: Pick<LoaderData, "runs">) {
  return (
    <>
      <h2 className="mt-8 mb-3">Runs before</h2>
      <DataTable
        caption="Runs before"
        rows={runs}
        keyOf={({ id }) => id}
        columns={[
          {
            header: "When",
            cell: ({ createdAt }) => <Time value={createdAt} />,
            below: ({ reason }) => reason,
          },
          {
            header: "Right",
            number: true,
            cell: ({ right, total }) => `${formatCount(right)} of ${formatCount(total)}`,
          },
          { header: "Among three", number: true, cell: ({ inThree }) => formatCount(inThree) },
          { header: "False answers", number: true, cell: ({ falseAnswers }) => formatCount(falseAnswers) },
        ]}
      />
    </>
  );
}

export { ScreenError as ErrorBoundary };
