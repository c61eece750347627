import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { limitWords, qualityWords } from "#app/domain/whatsapp/numbers/words.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { clockOf, shortDay } from "#app/platform/time/dayWords.ts";
import { CampaignStatusBadge } from "#app/routes/campaigns/campaignStatus.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { BarChart } from "#app/ui/barChart.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, Stat, StatGrid } from "#app/ui/page.tsx";
import { momentText } from "#app/ui/time.tsx";
import { m } from "#messages";

type Day = CallOutput<"GET /dashboard/day">;

/** The figures of now, each with a link to its rows. */
export function NowStats({ day: { wallet, waiting, delivered, runningCampaigns } }: { day: Day }) {
  return (
    <StatGrid>
      <Stat
        label={<StatLink to={href("/chat")} label={m.insights_day_waiting_conversations_link()} />}
        value={formatCount(waiting.count)}
        hint={
          waiting.since
            ? m.insights_day_longest_waiting_hint({ time: momentText(waiting.since) })
            : m.insights_day_none_waiting_hint()
        }
      />
      <Stat
        label={<StatLink to={href("/analytics")} label={m.insights_day_delivered_today()} />}
        value={formatCount(delivered.today)}
        hint={m.insights_day_yesterday_by_hour_hint({
          delivered: formatCount(delivered.yesterday),
          time: clockOf(new Date(delivered.yesterdayUntil)),
        })}
      />
      {wallet && (
        <Stat
          label={<StatLink to={href("/billing")} label={m.common_wallet()} />}
          value={<Money cents={wallet.balanceCents} />}
          hint={
            wallet.daysLeft === null
              ? m.insights_day_no_spending_hint({ averageDays: wallet.averageDays })
              : m.insights_day_days_left_hint({
                  days: counted(m.counts_days, wallet.daysLeft),
                })
          }
        />
      )}
      <Stat
        label={<StatLink to={href("/messaging")} label={m.insights_day_running_campaigns()} />}
        value={formatCount(runningCampaigns)}
        hint={m.insights_day_now_hint()}
      />
    </StatGrid>
  );
}

export const StatLink = ({ to, label }: { to: string; label: string }) => (
  <Link className="link" to={to}>
    {label}
  </Link>
);

/** The campaigns that started last; nothing before the first. */
export function RecentCampaigns({ campaigns }: { campaigns: Day["campaigns"] }) {
  if (campaigns.length === 0) return null;
  return (
    <Card
      title={m.insights_day_recent_campaigns()}
      actions={
        <Link className="link" to={href("/messaging")}>
          {m.ui_all_campaigns()}
        </Link>
      }
    >
      <DataTable
        caption={m.insights_day_recent_campaigns()}
        rows={campaigns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href("/messaging/campaigns/:campaignId", { campaignId: id })}
        columns={[
          { header: m.common_campaign(), className: "wrap-anywhere", cell: ({ name }) => name },
          { header: m.common_status(), cell: ({ status }) => <CampaignStatusBadge status={status} /> },
          {
            header: m.common_recipients(),
            number: true,
            cell: ({ recipients }) => formatCount(recipients),
          },
          { header: m.common_delivered(), number: true, cell: ({ delivered }) => formatCount(delivered) },
          { header: m.common_read(), number: true, cell: ({ read }) => formatCount(read) },
        ]}
      />
    </Card>
  );
}

/** The last days' messages, and the organisation's numbers; each only where it has something to show. */
export function TrendAndNumbers({ trend, numbers }: Pick<Day, "trend" | "numbers">) {
  const isQuiet = trend.every(({ sent }) => sent === 0);
  if (isQuiet && numbers.length === 0) return null;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      {!isQuiet && (
        <Card
          title={m.insights_day_last_14_days_title()}
          actions={
            <Link className="link" to={href("/analytics")}>
              {m.common_analytics()}
            </Link>
          }
        >
          <BarChart
            label={m.insights_day_by_day_label()}
            legend={[m.common_sent(), m.common_delivered()]}
            bars={trend.map(({ day: name, sent, delivered }, index) => ({
              name: index === trend.length - 1 ? m.common_today() : shortDay(name),
              isMarked: index === trend.length - 1,
              value: sent,
              second: delivered,
            }))}
          />
        </Card>
      )}
      {numbers.length > 0 && (
        <Card title={m.insights_day_numbers_title()}>
          <DataTable
            caption={m.insights_day_numbers_caption()}
            rows={numbers}
            keyOf={({ phoneNumberId }) => phoneNumberId}
            hrefOf={({ phoneNumberId }) => href("/whatsapp/numbers/:phoneNumberId", { phoneNumberId })}
            columns={[
              {
                header: m.common_number(),
                cell: ({ number }) => number,
                below: ({ verifiedName }) => verifiedName,
              },
              {
                header: m.common_quality(),
                cell: ({ qualityRating }) => (
                  <Badge tone={qualityWords(qualityRating).tone}>{qualityWords(qualityRating).word}</Badge>
                ),
              },
              { header: m.common_limit(), cell: ({ messagingLimit }) => limitWords(messagingLimit) },
            ]}
          />
        </Card>
      )}
    </div>
  );
}
