import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { categoryWords } from "#app/domain/partners/words.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { percentText } from "#app/platform/numbers/percent.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";
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
        title={m.common_revenue_share()}
        description={m.partners_overview_lead()}
        actions={
          <ButtonLink variant="secondary" to={href("/revenue-share/payouts")}>
            {m.partners_payouts()}
          </ButtonLink>
        }
      />
      <div className="grid gap-4">
        {unknown > 0 && (
          <Notice
            tone="warn"
            title={m.partners_overview_with_unknown_result({
              payouts: counted(m.counts_payouts, unknown),
            })}
          >
            {m.partners_overview_unknown_notice()}
          </Notice>
        )}
        <StatGrid>
          <Stat
            label={m.partners_overview_total_revenue()}
            value={<Money cents={overview.amountCents} />}
            hint={counted(m.counts_transactions, overview.transactions)}
          />
          <Stat label={m.partners_partner_share()} value={<Money cents={overview.shareCents} />} />
          <Stat
            label={m.partners_platform_share()}
            value={<Money cents={overview.amountCents - overview.shareCents} />}
          />
          <Stat
            label={m.common_amount_due()}
            value={<Money cents={overview.waitingCents} />}
            hint={counted(m.counts_settlements, overview.waiting)}
          />
          <Stat label={m.partners_overview_paid_out_stat()} value={<Money cents={overview.paidCents} />} />
          <Stat
            label={m.partners_next_settlement()}
            value={<Time value={`${overview.nextSettlement}T09:00:00+03:00`} to="day" />}
          />
        </StatGrid>
        <Months months={overview.months} />
        <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
          <Card title={m.partners_overview_top_partners_by_share()}>
            <DataTable
              caption={m.partners_overview_top_partners_by_share()}
              rows={partners}
              keyOf={(row) => row.id}
              hrefOf={(row) => href("/revenue-share/partners/:partnerId", { partnerId: row.id })}
              empty={m.partners_overview_no_partners_yet_empty()}
              columns={[
                {
                  header: m.common_partner(),
                  cell: (row) => row.name,
                  below: (row) => categoryWords[row.category],
                },
                { header: m.common_status(), cell: (row) => <PartnerBadge status={row.status} /> },
                { header: m.partners_share(), number: true, cell: (row) => percentText(row.revenueShare) },
                {
                  header: m.common_organisations(),
                  number: true,
                  cell: (row) => formatCount(row.organisations),
                },
                {
                  header: m.partners_partner_share(),
                  number: true,
                  cell: (row) => <Money cents={row.partnerRevenueCents} />,
                },
              ]}
            />
          </Card>
          <Card title={m.common_shares_on_offer()}>
            <DataTable
              caption={m.common_shares_on_offer()}
              rows={overview.tiers}
              keyOf={(row) => row.category}
              columns={[
                { header: m.common_category(), cell: (row) => categoryWords[row.category] },
                { header: m.partners_share(), number: true, cell: (row) => percentText(row.percent) },
              ]}
            />
          </Card>
        </div>
      </div>
    </>
  );
}
