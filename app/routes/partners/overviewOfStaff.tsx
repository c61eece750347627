import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { categoryWords } from "#app/domain/partners/words.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { PartnerBadge } from "./badges.tsx";
import { Months } from "./months.tsx";

interface Props {
  overview: CallOutput<"GET /admin/revenue-share">;
  partners: CallOutput<"GET /admin/partners">["partners"];
  unknown: number;
}

export function OverviewOfStaff({ overview, partners, unknown }: Props) {
  return (
    <>
      <PageHeader
        title="Revenue Share"
        description="What partners get of what the organisations pay that they brought."
        actions={
          <ButtonLink variant="secondary" to={href("/revenue-share/payouts")}>
            Payouts
          </ButtonLink>
        }
      />
      <div className="grid gap-4">
        {unknown > 0 && (
          <Notice tone="warn" title={`${countOf(unknown, "payout")} in unknown state`}>
            M-Pesa did not say how it ended. Look it up, and say so under Payouts.
          </Notice>
        )}
        <StatGrid>
          <Stat
            label="Total revenue"
            value={<Money cents={overview.amountCents} />}
            hint={countOf(overview.transactions, "transaction")}
          />
          <Stat label="Partner share" value={<Money cents={overview.shareCents} />} />
          <Stat label="Platform share" value={<Money cents={overview.amountCents - overview.shareCents} />} />
          <Stat
            label="To be paid"
            value={<Money cents={overview.waitingCents} />}
            hint={countOf(overview.waiting, "settlement")}
          />
          <Stat label="Paid out" value={<Money cents={overview.paidCents} />} />
          <Stat
            label="Next settlement"
            value={<Time value={`${overview.nextSettlement}T09:00:00+03:00`} to="day" />}
          />
        </StatGrid>
        <Months months={overview.months} />
        <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
          <Card title="Partners with the largest share">
            <DataTable
              caption="Partners with the largest share"
              rows={partners}
              keyOf={(row) => row.id}
              hrefOf={(row) => href("/revenue-share/partners/:partnerId", { partnerId: row.id })}
              empty="There is no partner yet."
              columns={[
                {
                  header: "Partner",
                  cell: (row) => row.name,
                  below: (row) => categoryWords[row.category] ?? row.category,
                },
                { header: "Status", cell: (row) => <PartnerBadge status={row.status} /> },
                { header: "Share", number: true, cell: (row) => `${row.revenueShare}%` },
                { header: "Organisations", number: true, cell: (row) => formatCount(row.organisations) },
                {
                  header: "Partner share",
                  number: true,
                  cell: (row) => <Money cents={row.partnerRevenueCents} />,
                },
              ]}
            />
          </Card>
          <Card title="Shares on offer">
            <DataTable
              caption="Shares on offer"
              rows={overview.tiers}
              keyOf={(row) => row.name}
              columns={[
                { header: "Tier", cell: (row) => row.name },
                { header: "Share", number: true, cell: (row) => `${row.percent}%` },
              ]}
            />
          </Card>
        </div>
      </div>
    </>
  );
}
