import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { payoutMethodWords } from "#app/domain/partners/words.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { percentText } from "#app/platform/numbers/percent.ts";
import { CopyButton } from "#app/ui/copyButton.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { dayText, Time } from "#app/ui/time.tsx";
import { m } from "#messages";
import { PartnerBadge } from "./badges.tsx";
import { Months } from "./months.tsx";

type Own = CallOutput<"GET /partner">;

export function OverviewOfPartner({ own, origin }: { own: Own; origin: string }) {
  const { partner, overview } = own;
  return (
    <>
      <PageHeader
        title={m.common_revenue_share()}
        description={m.partners_own_overview_lead({
          partnerName: partner.name,
          revenueShare: partner.revenueShare,
        })}
      />
      <div className="grid gap-4">
        {partner.status === "suspended" && (
          <Notice tone="bad" title={m.partners_own_overview_suspended_title()}>
            {m.partners_own_overview_suspended_text()}
          </Notice>
        )}
        <StatGrid>
          <Stat
            label={m.partners_not_settled_yet()}
            value={<Money cents={partner.accruedCents} />}
            hint={m.partners_next_settlement_on({ day: dayText(own.nextSettlement) })}
          />
          <Stat
            label={m.partners_settled_not_paid_out()}
            value={<Money cents={partner.earningsCents} />}
            hint={m.partners_overview_to_be_paid({
              settlements: counted(m.counts_settlements, overview.waiting),
            })}
          />
          <Stat label={m.partners_overview_paid_out_stat()} value={<Money cents={overview.paidCents} />} />
          <Stat
            label={m.partners_overview_share_so_far()}
            value={<Money cents={overview.shareCents} />}
            hint={counted(m.counts_transactions, overview.transactions)}
          />
        </StatGrid>
        <YourLink partner={partner} origin={origin} />
        <Months months={overview.months} />
        <Card title={m.common_your_organisations()}>
          <DataTable
            caption={m.partners_organisations_linked_to_you()}
            rows={own.organisations}
            keyOf={(row) => `${row.id} ${row.confirmedAt}`}
            empty={m.partners_own_organisations_empty()}
            columns={[
              { header: m.common_organisation(), cell: (row) => row.name },
              { header: m.common_since(), cell: (row) => <Time value={row.confirmedAt} to="day" /> },
              {
                header: m.common_until(),
                cell: (row) => (row.endedAt ? <Time value={row.endedAt} to="day" /> : m.common_today()),
              },
              {
                header: m.common_transactions(),
                number: true,
                cell: (row) => formatCount(row.transactions),
              },
              {
                header: m.common_revenue(),
                number: true,
                cell: (row) => <Money cents={row.amountCents} />,
              },
              {
                header: m.partners_overview_own_share(),
                number: true,
                cell: (row) => <Money cents={row.shareCents} />,
              },
            ]}
          />
        </Card>
        <Terms own={own} />
      </div>
    </>
  );
}

function YourLink({ partner, origin }: { partner: Own["partner"]; origin: string }) {
  const link = `${origin}${href("/revenue-share/join/:partnerCode", { partnerCode: partner.code })}`;
  return (
    <Card title={m.partners_overview_link_title()}>
      <p className="mb-3">{m.partners_own_overview_link_text()}</p>
      <p className="flex flex-wrap items-center gap-3">
        <code className="break-all">{link}</code>
        <CopyButton text={link} />
      </p>
    </Card>
  );
}

function Terms({ own: { partner, shares } }: { own: Own }) {
  const account =
    partner.payoutMethod === "mpesa" ? partner.payoutPhone : `${partner.bankName} ${partner.bankAccount}`;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card title={m.partners_overview_payout_title()}>
        <DescriptionList
          items={[
            { term: m.common_status(), value: <PartnerBadge status={partner.status} /> },
            { term: m.partners_overview_paid_by_term(), value: payoutMethodWords[partner.payoutMethod] },
            { term: m.partners_to(), value: account || m.common_not_provided_yet() },
            { term: m.common_name(), value: partner.payoutName || m.common_not_provided_yet() },
          ]}
        />
        <p className="hint mt-3">{m.partners_own_overview_terms_text()}</p>
      </Card>
      <Card title={m.partners_overview_share_over_time()}>
        <DataTable
          caption={m.partners_overview_share_over_time()}
          rows={shares}
          keyOf={(row) => row.effectiveFrom}
          columns={[
            { header: m.common_from(), cell: (row) => <Time value={row.effectiveFrom} to="day" /> },
            { header: m.partners_share(), number: true, cell: (row) => percentText(row.percent) },
          ]}
        />
      </Card>
    </div>
  );
}
