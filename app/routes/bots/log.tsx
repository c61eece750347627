import { href, Link } from "react-router";
import { z } from "zod";
import { logFilter } from "#app/domain/bots/schemas.ts";
import { botLanguages, outcomes, type Reason, reasons } from "#app/domain/bots/words.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/log";
import { BotTabs } from "./botTabs.tsx";

const schema = z.object({ conversationId: z.string().max(64) });

export const meta: Route.MetaFunction = () => [{ title: m.bots_log_page_title() }];

export async function loader({ request, context, params: { botId } }: Route.LoaderArgs) {
  const filter = logFilter.parse(Object.fromEntries(new URL(request.url).searchParams));
  const log = await pageApi(context)("GET /bots/:botId/log", { ...filter, botId });
  return { ...log, filter };
}

export const action = formAction(
  schema,
  async ({ value: { conversationId }, api }, { params: { botId } }: Route.ActionArgs) => {
    await api("POST /conversations/:conversationId/give-back", { conversationId });
    return done(href("/bots/:botId/log", { botId }), m.common_bot_resumed_done());
  },
);

export default function Log({ loaderData, actionData }: Route.ComponentProps) {
  const { bot, turns, silent, filter, page, pages } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  const here = href("/bots/:botId/log", { botId: bot.id });
  return (
    <>
      <PageHeader title={bot.name} description={m.bots_log_lead()} />
      <BotTabs botId={bot.id} />
      <ErrorSummary title={m.common_that_didnt_work()} errors={problemsOf(result)} />
      {silent.length > 0 && <Silent silent={silent} />}
      <FilterBar
        choices={[
          {
            name: "outcome",
            label: m.common_outcome(),
            value: filter.outcome,
            options: [
              { value: "all", label: m.common_all() },
              ...Object.entries(outcomes).map(([value, { label }]) => ({ value, label })),
            ],
          },
        ]}
        clear={filter.outcome !== "all" && here}
      />
      <DataTable
        caption={m.bots_log_messages_caption()}
        paged
        rows={turns}
        keyOf={({ id }) => id}
        empty={<EmptyState title={m.common_nothing_here_yet()}>{m.bots_log_empty()}</EmptyState>}
        columns={[
          {
            header: m.bots_log_customer_wrote(),
            cell: ({ question, language }) => (
              <span className="line-clamp-4 whitespace-pre-line" lang={language}>
                {question}
              </span>
            ),
            below: ({ customer, conversationId, createdAt, language }) => (
              <>
                <Link className="link" to={href("/chat/:conversationId", { conversationId })}>
                  {customer}
                </Link>
                , <Time value={createdAt} />, {botLanguages[language]}
              </>
            ),
          },
          {
            header: m.bots_log_bot_replied(),
            cell: ({ reply, language }) => (
              <span className="line-clamp-4 whitespace-pre-line" lang={language}>
                {reply}
              </span>
            ),
          },
          {
            header: m.common_outcome(),
            cell: ({ outcome, reason }) => (
              <>
                <Badge tone={outcomes[outcome].tone}>{outcomes[outcome].label}</Badge>
                {reason && <span className="hint block">{reasons[reason as Reason]}</span>}
              </>
            ),
          },
        ]}
      />
      <Pagination page={page} pages={pages} path={here} />
    </>
  );
}

function Silent({ silent }: Pick<Route.ComponentProps["loaderData"], "silent">) {
  return (
    <Card title={m.bots_log_teams_conversations_title()} className="mb-6">
      <p className="hint mb-3">{m.bots_log_silent_text()}</p>
      <ul className="divide-y divide-line">
        {silent.map(({ conversationId, customer, silentSince, silentReason }) => (
          <li key={conversationId} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span>
              <Link className="link" to={href("/chat/:conversationId", { conversationId })}>
                {customer}
              </Link>
              <span className="hint block">
                {reasons[silentReason as Reason]}, {silentSince && <Time value={silentSince} />}
              </span>
            </span>
            <Form method="post">
              <input type="hidden" name="conversationId" value={conversationId} />
              <Button variant="secondary">{m.common_hand_back_to_bot()}</Button>
            </Form>
          </li>
        ))}
      </ul>
    </Card>
  );
}
