import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { limitWords, qualityWords } from "#app/domain/whatsapp/numbers/words.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { shortDay } from "#app/platform/nairobiTime.ts";
import { CampaignStatusBadge } from "#app/routes/campaigns/campaignStatus.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { BarChart } from "#app/ui/barChart.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, Stat, StatGrid } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";

type Day = CallOutput<"GET /dashboard/day">;

/** Trend, wallet, who waits, numbers and the newest campaigns. */
export function DayCards({ day }: { day: Day }) {
  const { trend, numbers, campaigns } = day;
  return (
    <>
      <Now day={day} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card
          title="The last 14 days"
          actions={
            <Link className="link" to={href("/analytics")}>
              Analytics
            </Link>
          }
        >
          <BarChart
            label="Sent and delivered by day"
            legend={["Sent", "Delivered"]}
            bars={trend.map(({ day: name, sent, delivered }) => ({
              name: shortDay(name),
              value: sent,
              second: delivered,
            }))}
          />
        </Card>
        <Card title="Your numbers">
          <DataTable
            caption="Quality and limit of each number"
            rows={numbers}
            keyOf={({ phoneNumberId }) => phoneNumberId}
            hrefOf={({ phoneNumberId }) => href("/whatsapp/numbers/:phoneNumberId", { phoneNumberId })}
            empty="No number is connected yet."
            columns={[
              { header: "Number", cell: ({ number }) => number, below: ({ verifiedName }) => verifiedName },
              {
                header: "Quality",
                cell: ({ qualityRating }) => (
                  <Badge tone={qualityWords(qualityRating).tone}>{qualityWords(qualityRating).word}</Badge>
                ),
              },
              { header: "Limit", cell: ({ messagingLimit }) => limitWords(messagingLimit) },
            ]}
          />
        </Card>
      </div>
      {campaigns.length > 0 && (
        <Card
          title="Recent campaigns"
          actions={
            <Link className="link" to={href("/messaging")}>
              All campaigns
            </Link>
          }
        >
          <DataTable
            caption="Recent campaigns"
            rows={campaigns}
            keyOf={({ id }) => id}
            hrefOf={({ id }) => href("/messaging/campaigns/:campaignId", { campaignId: id })}
            columns={[
              { header: "Campaign", className: "wrap-anywhere", cell: ({ name }) => name },
              { header: "Status", cell: ({ status }) => <CampaignStatusBadge status={status} /> },
              { header: "Recipients", number: true, cell: ({ recipients }) => formatCount(recipients) },
              { header: "Delivered", number: true, cell: ({ delivered }) => formatCount(delivered) },
              { header: "Read", number: true, cell: ({ read }) => formatCount(read) },
            ]}
          />
        </Card>
      )}
    </>
  );
}

function Now({ day: { wallet, waiting } }: { day: Day }) {
  return (
    <StatGrid>
      {wallet && (
        <Stat
          label={
            <Link className="link" to={href("/billing")}>
              Wallet
            </Link>
          }
          value={<Money cents={wallet.balanceCents} />}
          hint={
            wallet.daysLeft === null
              ? `Nothing was spent in ${wallet.averageDays} days`
              : `Lasts ${countOf(wallet.daysLeft, "day")} at the pace of the last ${wallet.averageDays}`
          }
        />
      )}
      <Stat
        label={
          <Link className="link" to={href("/chat")}>
            Waiting conversations
          </Link>
        }
        value={`${formatCount(waiting.count)}${waiting.isMore ? "+" : ""}`}
        hint={
          waiting.since ? (
            <>
              The first since <Time value={waiting.since} />
            </>
          ) : (
            "Nobody waits for an answer"
          )
        }
      />
    </StatGrid>
  );
}
