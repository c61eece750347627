import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { percentText } from "#app/platform/numbers/percent.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { Card, EmptyState, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/late";
import { spanWords } from "./chatTime.ts";

export const meta: Route.MetaFunction = () => [{ title: m.chat_late_answers_chat() }];

export const loader = ({ context }: Route.LoaderArgs) =>
  orThrowPage(context.get(apiContext)("GET /conversations/late", {}));

type Late = CallOutput<"GET /conversations/late">;

export default function LateAnswers({ loaderData }: Route.ComponentProps) {
  const { hasClock, waiting, answered, week } = loaderData;
  return (
    <>
      <PageHeader
        title={m.chat_late_answers()}
        description={m.chat_customers_who_wait_longer_than_you()}
        actions={
          <ButtonLink to={href("/chat")} variant="secondary">
            {m.chat_back_to_the_chat()}
          </ButtonLink>
        }
      />
      {!hasClock ? (
        <EmptyState
          title={m.chat_no_clock_runs_yet()}
          action={<ButtonLink to={href("/settings/inbox")}>{m.chat_set_the_clocks()}</ButtonLink>}
        >
          {m.chat_say_within_how_many_minutes_a()}
        </EmptyState>
      ) : (
        <div className="grid gap-6">
          <StatGrid>
            <Stat label={m.chat_late_now()} value={formatCount(waiting.length)} />
            <Stat label={m.chat_answered_in_7_days()} value={formatCount(week.answered)} />
            <Stat
              label={m.chat_in_time()}
              value={week.timed === 0 ? "–" : percentText(Math.round((100 * week.inTime) / week.timed))}
              meaning={m.chat_of_the_answers_for_which_a()}
            />
            <Stat
              label={m.chat_median_wait()}
              value={week.medianMinutes === null ? "–" : minutesWords(week.medianMinutes)}
              meaning={m.chat_from_the_customers_first_message_without()}
            />
          </StatGrid>
          <Card title={m.chat_waiting_now()}>
            <DataTable
              caption={m.chat_waiting_now()}
              columns={waitingColumns(loaderData.now)}
              rows={waiting}
              keyOf={({ conversationId }) => conversationId}
              hrefOf={({ conversationId }) => href("/chat/:conversationId", { conversationId })}
              empty={m.chat_nobody_waits_longer_than_promised()}
            />
          </Card>
          <Card title={m.chat_answered_too_late()}>
            <DataTable
              caption={m.chat_answered_too_late()}
              columns={answeredColumns}
              rows={answered}
              keyOf={({ messageId }) => messageId}
              hrefOf={({ conversationId }) => href("/chat/:conversationId", { conversationId })}
              empty={m.chat_nothing_was_answered_too_late()}
            />
          </Card>
          <p className="hint">
            <ParaglideMessage
              message={m.chat_the_clocks_and_working_hours_are}
              markup={{
                a: ({ children }) => (
                  <Link className="link" to={href("/settings/inbox")}>
                    {children}
                  </Link>
                ),
              }}
            />
          </p>
        </div>
      )}
    </>
  );
}

const minutesWords = (minutes: number) =>
  spanWords(new Date(0).toISOString(), new Date(minutes * 60_000).toISOString());

const replyOf = ({ isFirstReply }: { isFirstReply: boolean }) => (
  <Badge>{isFirstReply ? m.chat_first_reply() : m.chat_next_reply()}</Badge>
);

const waitingColumns = (now: string): Column<Late["waiting"][number]>[] => [
  { header: m.common_customer(), cell: ({ name }) => name },
  { header: m.chat_reply(), cell: replyOf },
  { header: m.chat_waits(), cell: ({ waitingSince }) => spanWords(waitingSince, now) },
  { header: m.chat_was_due(), cell: ({ dueAt }) => dueAt && <Time value={dueAt} /> },
  { header: m.chat_whose(), cell: ({ owner }) => owner ?? m.common_nobodys() },
];

const answeredColumns: Column<Late["answered"][number]>[] = [
  {
    header: m.common_customer,
    cell: ({ name }) => name,
  },
  {
    header: m.chat_reply,
    cell: replyOf,
  },
  {
    header: m.chat_waited,
    cell: ({ waitingSince, answeredAt }) => spanWords(waitingSince, answeredAt),
  },
  {
    header: m.chat_was_due,
    cell: ({ dueAt }) => dueAt && <Time value={dueAt} />,
  },
  {
    header: m.chat_answered_by,
    cell: ({ answeredBy }) => answeredBy ?? m.chat_the_platform(),
  },
];

export { ScreenError as ErrorBoundary };
