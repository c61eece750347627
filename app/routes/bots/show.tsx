import { href } from "react-router";
import { z } from "zod";
import { publishFields } from "#app/domain/bots/schemas.ts";
import { botStatuses } from "#app/domain/bots/words.ts";
import { replyPriceText } from "#app/domain/money/metaCosts/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { type FormResult, fieldError, fieldValue, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/show";
import { BotTabs } from "./botTabs.tsx";

const schema = publishFields.extend({ intent: z.enum(["publish", "pause"]) });

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData.bot.name }];

export async function loader({ context, params: { botId } }: Route.LoaderArgs) {
  const shown = await pageApi(context)("GET /bots/:botId", { botId });
  return { ...shown, mayManage: may(context.get(userContext), "bots.manage") };
}

export const action = formAction(
  schema,
  async ({ value: { intent, reason }, api }, { params: { botId } }: Route.ActionArgs) => {
    const here = href("/bots/:botId", { botId });
    switch (intent) {
      case "publish":
        await api("POST /bots/:botId/publish", { botId, reason });
        return done(here, m.bots_show_published_done());
      case "pause":
        await api("POST /bots/:botId/pause", { botId });
        return done(here, m.bots_show_bot_paused_done());
    }
  },
);

export default function ShowBot({ loaderData, actionData }: Route.ComponentProps) {
  const { bot, entries, spentCents, evaluation, replyPrices, mayManage } = loaderData;
  const answer = useLastAnswer(actionData);
  const isSpent = bot.usesModel && spentCents >= bot.dailyBudgetCents;
  return (
    <>
      <PageHeader
        title={bot.name}
        description={bot.about}
        actions={
          mayManage && (
            <>
              <ButtonLink to={href("/bots/:botId/edit", { botId: bot.id })} variant="secondary">
                {m.common_edit()}
              </ButtonLink>
              <ButtonLink to={href("/bots/:botId/delete", { botId: bot.id })} variant="danger-quiet">
                {m.common_delete()}
              </ButtonLink>
            </>
          )
        }
      />
      <BotTabs botId={bot.id} />
      <ErrorSummary title={m.common_that_didnt_work()} errors={problemsOf(answer?.result)} />
      {isSpent && (
        <Notice tone="warn" title={m.bots_show_budget_spent_title()}>
          {m.bots_show_budget_spent_text()}
        </Notice>
      )}
      <StatGrid>
        <Stat label={m.bots_entries()} value={formatCount(entries)} />
        <Stat
          label={m.bots_show_spent_today()}
          value={formatKes(spentCents)}
          hint={m.bots_show_daily_budget_hint({ dailyBudget: formatKes(bot.dailyBudgetCents) })}
          meaning={m.bots_show_cost_meaning()}
        />
        <Stat
          label={m.bots_evaluation()}
          value={
            evaluation
              ? m.common_part_of_whole({
                  part: formatCount(evaluation.right),
                  whole: formatCount(evaluation.total),
                })
              : m.common_none_yet()
          }
          hint={
            evaluation
              ? m.bots_show_false_answers_hint({ falseAnswers: formatCount(evaluation.falseAnswers) })
              : undefined
          }
          meaning={m.bots_show_evaluation_meaning()}
        />
      </StatGrid>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <WhatItDoes bot={bot} replyPrices={replyPrices} />
        {mayManage && <Publishing bot={bot} result={answer?.result} entries={entries} />}
      </div>
    </>
  );
}

function WhatItDoes({ bot, replyPrices }: Pick<Route.ComponentProps["loaderData"], "bot" | "replyPrices">) {
  const status = botStatuses[bot.status];
  return (
    <Card title={m.bots_show_behaviour_title()}>
      <DescriptionList
        items={[
          { term: m.common_status(), value: <Badge tone={status.tone}>{status.label}</Badge> },
          {
            term: m.bots_show_published(),
            value: bot.publishedAt ? <Time value={bot.publishedAt} /> : m.common_never(),
          },
          {
            term: m.common_contacts(),
            value: bot.label ? m.bots_with_tag({ label: bot.label }) : m.common_all(),
          },
          ...replyPrices.map((price) => ({
            term: m.bots_show_replies_from({ number: price.number }),
            value: replyPriceText(price) || m.bots_show_free_of_charge(),
          })),
          { term: m.bots_opening_hours(), value: bot.openingHours || m.bots_show_not_sent() },
          {
            term: m.bots_show_model(),
            value: bot.usesModel ? m.bots_show_answers_written_by() : m.bots_show_no_model_value(),
          },
        ]}
      />
    </Card>
  );
}

function Publishing({
  bot,
  result,
  entries,
}: {
  bot: Route.ComponentProps["loaderData"]["bot"];
  result: FormResult;
  entries: number;
}) {
  if (entries === 0)
    return (
      <Card title={m.common_publish()}>
        <p className="mb-4">{m.bots_show_no_entries_text()}</p>
        <ButtonLink to={href("/bots/:botId/entries/new", { botId: bot.id })}>
          {m.bots_show_add_entry_link()}
        </ButtonLink>
      </Card>
    );
  const problem = fieldError(result, "reason");
  return (
    <Card title={bot.status === "live" ? m.bots_pause_bot() : m.common_publish()}>
      {bot.status === "live" ? (
        <Form method="post">
          <p className="mb-4">{m.bots_show_pause_text()}</p>
          <Button variant="secondary" name="intent" value="pause">
            {m.bots_pause_bot()}
          </Button>
        </Form>
      ) : (
        <Form method="post" className="grid gap-4">
          <p>{m.bots_show_publish_text()}</p>
          {(problem || fieldValue(result, "reason") !== "") && (
            <Field
              label={m.bots_show_reason_label()}
              name="reason"
              defaultValue={fieldValue(result, "reason")}
              error={problem}
            />
          )}
          <p>
            <Button name="intent" value="publish">
              {m.bots_show_publish_bot_button()}
            </Button>
          </p>
        </Form>
      )}
    </Card>
  );
}
