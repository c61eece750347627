import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { percentText } from "#app/platform/numbers/percent.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { Card, EmptyState, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/late";
import { spanWords } from "./chatTime.ts";

export const meta: Route.MetaFunction = () => [{ title: m.chat_late_page_title() }];

export const loader = ({ context }: Route.LoaderArgs) => pageApi(context)("GET /conversations/late", {});

type Late = CallOutput<"GET /conversations/late">;

export default function LateAnswers({ loaderData }: Route.ComponentProps) {
  const { hasClock, waiting, answered, week } = loaderData;
  return (
    <>
      <PageHeader
        title={m.chat_overdue_replies()}
        description={m.chat_late_lead()}
        actions={
          <ButtonLink to={href("/chat")} variant="secondary">
            {m.chat_back_to_chat_link()}
          </ButtonLink>
        }
      />
      {!hasClock ? (
        <EmptyState
          title={m.chat_late_no_response_targets_yet_title()}
          action={
            <ButtonLink to={href("/settings/inbox")}>{m.chat_late_set_response_targets_link()}</ButtonLink>
          }
        >
          {m.chat_late_no_target_text()}
        </EmptyState>
      ) : (
        <div className="grid gap-6">
          <StatGrid>
            <Stat label={m.chat_late_overdue_now()} value={formatCount(waiting.length)} />
            <Stat label={m.chat_late_replies_in_7_days()} value={formatCount(week.answered)} />
            <Stat
              label={m.chat_late_on_time()}
              value={week.timed === 0 ? "–" : percentText(Math.round((100 * week.inTime) / week.timed))}
              meaning={m.chat_late_share_meaning()}
            />
            <Stat
              label={m.chat_late_median_wait()}
              value={week.medianMinutes === null ? "–" : minutesWords(week.medianMinutes)}
              meaning={m.chat_late_time_meaning()}
            />
          </StatGrid>
          <Card title={m.chat_late_waiting_now()}>
            <DataTable
              caption={m.chat_late_waiting_now()}
              columns={waitingColumns(loaderData.now)}
              rows={waiting}
              keyOf={({ conversationId }) => conversationId}
              hrefOf={({ conversationId }) => href("/chat/:conversationId", { conversationId })}
              empty={m.chat_late_empty()}
            />
          </Card>
          <Card title={m.chat_late_replied_late()}>
            <DataTable
              caption={m.chat_late_replied_late()}
              columns={answeredColumns}
              rows={answered}
              keyOf={({ messageId }) => messageId}
              hrefOf={({ conversationId }) => href("/chat/:conversationId", { conversationId })}
              empty={m.chat_late_no_late_replies_empty()}
            />
          </Card>
          <p className="hint">
            <ParaglideMessage
              message={m.chat_late_settings_text}
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
  <Badge>{isFirstReply ? m.chat_late_first_reply() : m.chat_late_next_reply()}</Badge>
);

const waitingColumns = (now: string): Column<Late["waiting"][number]>[] => [
  { header: m.common_customer(), cell: ({ name }) => name },
  { header: m.chat_reply(), cell: replyOf },
  { header: m.chat_late_waiting(), cell: ({ waitingSince }) => spanWords(waitingSince, now) },
  { header: m.chat_late_was_due(), cell: ({ dueAt }) => dueAt && <Time value={dueAt} /> },
  { header: m.chat_visible_to(), cell: ({ owner }) => owner ?? m.common_unassigned_filter() },
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
    header: m.chat_late_waited,
    cell: ({ waitingSince, answeredAt }) => spanWords(waitingSince, answeredAt),
  },
  {
    header: m.chat_late_was_due,
    cell: ({ dueAt }) => dueAt && <Time value={dueAt} />,
  },
  {
    header: m.chat_late_replied_by,
    cell: ({ answeredBy }) => answeredBy ?? m.chat_late_platform(),
  },
];
