import { href, Link } from "react-router";
import { z } from "zod";
import { botLanguages, expectations, outcomes } from "#app/domain/bots/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/evaluation";
import { BotTabs } from "./botTabs.tsx";

const schema = z.object({ intent: z.literal("run") });
const pageNumber = z.coerce.number().int().min(1);
const perPage = 50;

export const meta: Route.MetaFunction = () => [{ title: m.bots_evaluation_page_title() }];

export async function loader({ request, context, params: { botId } }: Route.LoaderArgs) {
  const evaluation = await pageApi(context)("GET /bots/:botId/evaluation", { botId });
  // What went wrong comes first.
  const questions = evaluation.questions.toSorted(
    (one, other) => Number(one.result?.right ?? true) - Number(other.result?.right ?? true),
  );
  const pages = Math.max(1, Math.ceil(questions.length / perPage));
  const page = pageNumber
    .max(pages)
    .catch(1)
    .parse(new URL(request.url).searchParams.get("page") ?? 1);
  return {
    ...{ ...evaluation, questions: questions.slice((page - 1) * perPage, page * perPage), page, pages },
    mayManage: may(context.get(userContext), "bots.manage"),
  };
}

export const action = formAction(schema, async ({ api }, { params: { botId } }: Route.ActionArgs) => {
  const { right, total } = await api("POST /bots/:botId/evaluations", { botId });
  return done(href("/bots/:botId/evaluation", { botId }), m.bots_evaluation_evaluated_done({ right, total }));
});

export default function Evaluation({ loaderData, actionData }: Route.ComponentProps) {
  const { bot, runs, published, mayManage } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  const [newest] = runs;
  return (
    <>
      <PageHeader
        title={bot.name}
        description={m.bots_evaluation_lead()}
        actions={
          mayManage && (
            <>
              <Form method="post">
                <Button variant="secondary" name="intent" value="run">
                  {m.bots_evaluation_run_now_button()}
                </Button>
              </Form>
              <ButtonLink to={href("/bots/:botId/evaluation/new", { botId: bot.id })}>
                {m.bots_add_question()}
              </ButtonLink>
            </>
          )
        }
      />
      <BotTabs botId={bot.id} />
      <ErrorSummary title={m.common_that_didnt_work()} errors={problemsOf(result)} />
      {newest && newest.revision !== bot.revision && (
        <Notice tone="info" title={m.bots_evaluation_stale_title()}>
          {m.bots_evaluation_running_notice()}
        </Notice>
      )}
      {newest && (
        <StatGrid>
          <Stat
            label={m.bots_evaluation_correct()}
            value={m.common_part_of_whole({
              part: formatCount(newest.right),
              whole: formatCount(newest.total),
            })}
            hint={
              published
                ? m.bots_evaluation_published_hint({ right: published.right, total: published.total })
                : undefined
            }
          />
          <Stat label={m.bots_evaluation_in_top_three()} value={formatCount(newest.inThree)} />
          <Stat label={m.bots_evaluation_false_answers_stat()} value={formatCount(newest.falseAnswers)} />
          <Stat label={m.bots_evaluation_handed_over()} value={formatCount(newest.handedOver)} />
        </StatGrid>
      )}
      <div className="mt-6">
        <Questions {...loaderData} />
        <Pagination page={loaderData.page} pages={loaderData.pages} />
      </div>
      {runs.length > 1 && <Runs runs={runs} />}
    </>
  );
}

type LoaderData = Route.ComponentProps["loaderData"];

function Questions({ bot, questions, mayManage }: LoaderData) {
  return (
    <DataTable
      caption={m.bots_evaluation_set_caption()}
      paged
      rows={questions}
      keyOf={({ id }) => id}
      columns={[
        {
          header: m.common_question(),
          cell: ({ question, language }) => <span lang={language}>{question}</span>,
          below: ({ language }) => botLanguages[language],
        },
        { header: m.common_expected(), cell: ({ expects, expected }) => expected ?? expectations[expects] },
        {
          header: m.bots_evaluation_actual_result(),
          cell: ({ result }) =>
            result ? (result.found ?? outcomes[result.outcome].label) : m.bots_evaluation_not_run_yet(),
        },
        {
          header: m.common_result(),
          cell: ({ result, change }) =>
            result && (
              <>
                <Badge tone={result.right ? "good" : "bad"}>
                  {result.right ? m.bots_evaluation_correct() : m.bots_evaluation_wrong()}
                </Badge>
                {change && (
                  <span className="hint block">{m.bots_evaluation_vs_published_text({ change })}</span>
                )}
              </>
            ),
        },
        {
          header: m.common_actions(),
          plain: "hidden",
          cell: ({ id }) =>
            mayManage && (
              <Link
                className="link link-danger"
                to={href("/bots/:botId/evaluation/:questionId/delete", { botId: bot.id, questionId: id })}
              >
                {m.common_delete()}
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
      <h2 className="mt-8 mb-3">{m.bots_evaluation_earlier_runs()}</h2>
      <DataTable
        caption={m.bots_evaluation_earlier_runs()}
        rows={runs}
        keyOf={({ id }) => id}
        columns={[
          {
            header: m.common_when(),
            cell: ({ createdAt }) => <Time value={createdAt} />,
            below: ({ reason }) => reason,
          },
          {
            header: m.bots_evaluation_correct(),
            number: true,
            cell: ({ right, total }) =>
              m.common_part_of_whole({ part: formatCount(right), whole: formatCount(total) }),
          },
          {
            header: m.bots_evaluation_in_top_three_column(),
            number: true,
            cell: ({ inThree }) => formatCount(inThree),
          },
          {
            header: m.bots_evaluation_false_answers_stat(),
            number: true,
            cell: ({ falseAnswers }) => formatCount(falseAnswers),
          },
        ]}
      />
    </>
  );
}
