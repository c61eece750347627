import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { formatCount } from "#app/platform/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { Card, EmptyState, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/late";
import { spanWords } from "./chatTime.ts";

export const meta: Route.MetaFunction = () => [{ title: "Late answers – Chat" }];

export const loader = ({ context }: Route.LoaderArgs) =>
  orErrorPage(context.get(apiContext)("GET /conversations/late", {}));

type Late = CallOutput<"GET /conversations/late">;

export default function LateAnswers({ loaderData }: Route.ComponentProps) {
  const { hasClock, waiting, answered, week } = loaderData;
  return (
    <>
      <PageHeader
        title="Late answers"
        description="Customers who wait longer than you promised, and what was answered too late in the last seven days. Only working time counts."
        actions={
          <ButtonLink to={href("/chat")} variant="secondary">
            Back to the chat
          </ButtonLink>
        }
      />
      {!hasClock ? (
        <EmptyState
          title="No clock runs yet"
          action={<ButtonLink to={href("/settings/inbox")}>Set the clocks</ButtonLink>}
        >
          Say within how many minutes a customer should have a reply, and this page shows who waits longer.
        </EmptyState>
      ) : (
        <div className="grid gap-6">
          <StatGrid>
            <Stat label="Late now" value={formatCount(waiting.length)} />
            <Stat label="Answered in 7 days" value={formatCount(week.answered)} />
            <Stat
              label="In time"
              value={week.timed === 0 ? "–" : `${Math.round((100 * week.inTime) / week.timed)}%`}
              meaning="of the answers for which a clock ran"
            />
            <Stat
              label="Median wait"
              value={week.medianMinutes === null ? "–" : minutesWords(week.medianMinutes)}
              meaning="from the customer's first message without an answer to the reply, all hours counted"
            />
          </StatGrid>
          <Card title="Waiting now">
            <DataTable
              caption="Waiting now"
              columns={waitingColumns(loaderData.now)}
              rows={waiting}
              keyOf={({ conversationId }) => conversationId}
              hrefOf={({ conversationId }) => href("/chat/:conversationId", { conversationId })}
              empty="Nobody waits longer than promised."
            />
          </Card>
          <Card title="Answered too late">
            <DataTable
              caption="Answered too late"
              columns={answeredColumns}
              rows={answered}
              keyOf={({ messageId }) => messageId}
              hrefOf={({ conversationId }) => href("/chat/:conversationId", { conversationId })}
              empty="Nothing was answered too late."
            />
          </Card>
          <p className="hint">
            The clocks and working hours are in the{" "}
            <Link className="link" to={href("/settings/inbox")}>
              settings of the inbox
            </Link>
            .
          </p>
        </div>
      )}
    </>
  );
}

const minutesWords = (minutes: number) =>
  spanWords(new Date(0).toISOString(), new Date(minutes * 60_000).toISOString());

const replyOf = ({ isFirstReply }: { isFirstReply: boolean }) => (
  <Badge>{isFirstReply ? "First reply" : "Next reply"}</Badge>
);

const waitingColumns = (now: string): Column<Late["waiting"][number]>[] => [
  { header: "Customer", cell: ({ name }) => name },
  { header: "Reply", cell: replyOf },
  { header: "Waits", cell: ({ waitingSince }) => spanWords(waitingSince, now) },
  { header: "Was due", cell: ({ dueAt }) => dueAt && <Time value={dueAt} /> },
  { header: "Whose", cell: ({ owner }) => owner ?? "Nobody’s" },
];

const answeredColumns: Column<Late["answered"][number]>[] = [
  { header: "Customer", cell: ({ name }) => name },
  { header: "Reply", cell: replyOf },
  { header: "Waited", cell: ({ waitingSince, answeredAt }) => spanWords(waitingSince, answeredAt) },
  { header: "Was due", cell: ({ dueAt }) => dueAt && <Time value={dueAt} /> },
  { header: "Answered by", cell: ({ answeredBy }) => answeredBy ?? "The platform" },
];

export { ScreenError as ErrorBoundary };
