import { href } from "react-router";
import { z } from "zod";
import { publishFields } from "#app/domain/bots/schemas.ts";
import { botStatuses } from "#app/domain/bots/words.ts";
import { formatCount } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import { isManager } from "#app/platform/roles.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/show";
import { BotTabs } from "./botTabs.tsx";

const schema = publishFields.extend({ intent: z.enum(["publish", "pause"]) });

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.bot.name ?? "Bot" }];

export async function loader({ context, params: { botId } }: Route.LoaderArgs) {
  const shown = await orErrorPage(context.get(apiContext)("GET /bots/:botId", { botId }));
  return { ...shown, mayManage: isManager(context.get(userContext)) };
}

export const action = formAction(
  schema,
  async ({ value: { intent, reason }, api }, { params: { botId } }: Route.ActionArgs) => {
    const here = href("/bots/:botId", { botId });
    switch (intent) {
      case "publish":
        await api("POST /bots/:botId/publish", { botId, reason });
        return done(here, "The bot is live. It answers the next customer who writes.");
      case "pause":
        await api("POST /bots/:botId/pause", { botId });
        return done(here, "The bot is paused.");
    }
  },
);

export default function ShowBot({ loaderData, actionData }: Route.ComponentProps) {
  const { bot, entries, spentCents, evaluation, mayManage } = loaderData;
  const answer = useLastAnswer(actionData);
  const status = botStatuses[bot.status];
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
                Change
              </ButtonLink>
              <ButtonLink to={href("/bots/:botId/delete", { botId: bot.id })} variant="danger">
                Delete
              </ButtonLink>
            </>
          )
        }
      />
      <BotTabs botId={bot.id} />
      <ErrorSummary title="That didn't work" errors={problemsOf(answer?.result)} />
      {isSpent && (
        <Notice tone="warn" title="The budget of today is used up">
          Until midnight the bot answers in the words of its entries, without the model.
        </Notice>
      )}
      <StatGrid>
        <Stat label="Entries" value={formatCount(entries)} />
        <Stat
          label="Spent today"
          value={formatKes(spentCents)}
          hint={`of ${formatKes(bot.dailyBudgetCents)}`}
          meaning="What the model cost, and messages. Replies within 24 hours of the customer's message are free of charge."
        />
        <Stat
          label="Evaluation"
          value={
            evaluation ? `${formatCount(evaluation.right)} of ${formatCount(evaluation.total)}` : "None yet"
          }
          hint={evaluation ? `${formatCount(evaluation.falseAnswers)} false answers` : undefined}
          meaning="Questions of the evaluation set for which the right thing was done"
        />
      </StatGrid>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <Card title="What it does">
          <DescriptionList
            items={[
              { term: "Status", value: <Badge tone={status.tone}>{status.label}</Badge> },
              { term: "Published", value: bot.publishedAt ? <Time value={bot.publishedAt} /> : "Never" },
              { term: "Contacts", value: bot.label ? `With the tag ${bot.label}` : "All" },
              { term: "Opening hours", value: bot.openingHours || "Not told" },
              { term: "Model", value: bot.usesModel ? "Writes the answers" : "None: answers are your words" },
            ]}
          />
        </Card>
        {mayManage && <Publishing bot={bot} result={answer?.result} entries={entries} />}
      </div>
    </>
  );
}

function Publishing({
  bot,
  result,
  entries,
}: {
  bot: Route.ComponentProps["loaderData"]["bot"];
  result: NonNullable<Route.ComponentProps["actionData"]>["result"] | undefined;
  entries: number;
}) {
  if (entries === 0)
    return (
      <Card title="Publish">
        <p className="mb-4">The bot knows nothing yet. Add what customers ask you, then publish it.</p>
        <ButtonLink to={href("/bots/:botId/entries/new", { botId: bot.id })}>Add an entry</ButtonLink>
      </Card>
    );
  const problem = errorAt(result, "reason");
  return (
    <Card title={bot.status === "live" ? "Stop it" : "Publish"}>
      {bot.status === "live" ? (
        <Form method="post">
          <p className="mb-4">While it is paused, customers wait for your team.</p>
          <Button variant="secondary" name="intent" value="pause">
            Pause the bot
          </Button>
        </Form>
      ) : (
        <Form method="post" className="grid gap-4">
          <p>Its evaluation set is run first. A bot that got worse is published only with a reason.</p>
          {(problem || typedOr(result, "reason", "") !== "") && (
            <Field
              label="Why publish it nevertheless"
              name="reason"
              defaultValue={typedOr(result, "reason", "")}
              error={problem}
            />
          )}
          <p>
            <Button name="intent" value="publish">
              Publish the bot
            </Button>
          </p>
        </Form>
      )}
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
