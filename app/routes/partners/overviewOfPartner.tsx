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
        description={m.partners_gets_of_what_its_organisations_pay({
          partnerName: partner.name,
          revenueShare: partner.revenueShare,
        })}
      />
      <div className="grid gap-4">
        {partner.status === "suspended" && (
          <Notice tone="bad" title={m.partners_your_partnership_is_suspended()}>
            {m.partners_nothing_is_settled_or_paid_for()}
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
            hint={m.partners_to_be_paid({
              settlements: counted(m.counts_settlements, overview.waiting),
            })}
          />
          <Stat label={m.partners_paid_out()} value={<Money cents={overview.paidCents} />} />
          <Stat
            label={m.partners_your_share_so_far()}
            value={<Money cents={overview.shareCents} />}
            hint={counted(m.counts_transactions, overview.transactions)}
          />
        </StatGrid>
        <YourLink partner={partner} origin={origin} />
        <Months months={overview.months} />
        <Card title={m.partners_your_organisations()}>
          <DataTable
            caption={m.partners_organisations_linked_to_you()}
            rows={own.organisations}
            keyOf={(row) => `${row.id} ${row.confirmedAt}`}
            empty={m.partners_no_organisation_has_confirmed_your_link()}
            columns={[
              { header: m.common_organisation(), cell: (row) => row.name },
              { header: m.common_since(), cell: (row) => <Time value={row.confirmedAt} to="day" /> },
              {
                header: m.common_until(),
                cell: (row) => (row.endedAt ? <Time value={row.endedAt} to="day" /> : m.partners_today()),
              },
              {
                header: m.partners_transactions(),
                number: true,
                cell: (row) => formatCount(row.transactions),
              },
              {
                header: m.partners_revenue(),
                number: true,
                cell: (row) => <Money cents={row.amountCents} />,
              },
              {
                header: m.partners_your_share(),
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
    <Card title={m.partners_your_link()}>
      <p className="mb-3">{m.partners_send_it_to_the_organisations_that()}</p>
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
      <Card title={m.partners_how_you_are_paid()}>
        <DescriptionList
          items={[
            { term: m.common_status(), value: <PartnerBadge status={partner.status} /> },
            { term: m.partners_pay_by(), value: payoutMethodWords[partner.payoutMethod] },
            { term: m.partners_payee(), value: account || m.common_not_entered_yet() },
            { term: m.common_name(), value: partner.payoutName || m.common_not_entered_yet() },
          ]}
        />
        <p className="hint mt-3">{m.partners_to_change_it_contact_our_support()}</p>
      </Card>
      <Card title={m.partners_your_share_over_time()}>
        <DataTable
          caption={m.partners_your_share_over_time()}
          rows={shares}
          keyOf={(row) => row.effectiveFrom}
          columns={[
            { header: m.common_began(), cell: (row) => <Time value={row.effectiveFrom} to="day" /> },
            { header: m.partners_share(), number: true, cell: (row) => percentText(row.percent) },
          ]}
        />
      </Card>
    </div>
  );
}
