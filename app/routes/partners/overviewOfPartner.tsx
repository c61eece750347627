import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { payoutMethodWords } from "#app/domain/partners/words.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { CopyButton } from "#app/ui/copyButton.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { PartnerBadge } from "./badges.tsx";
import { Months } from "./months.tsx";

type Own = CallOutput<"GET /partner">;

export function OverviewOfPartner({ own, origin }: { own: Own; origin: string }) {
  const { partner, overview } = own;
  return (
    <>
      <PageHeader
        title="Revenue Share"
        description={`${partner.name} gets ${partner.revenueShare}% of what its organisations pay.`}
      />
      <div className="grid gap-4">
        {partner.status === "suspended" && (
          <Notice tone="bad" title="Your partnership is suspended">
            Nothing is settled or paid for now; what you earned stays yours. Contact our support.
          </Notice>
        )}
        <StatGrid>
          <Stat
            label="Not settled yet"
            value={<Money cents={partner.accruedCents} />}
            hint={
              <>
                Next settlement <Time value={`${own.nextSettlement}T09:00:00+03:00`} to="day" />
              </>
            }
          />
          <Stat
            label="Settled, not paid out"
            value={<Money cents={partner.earningsCents} />}
            hint={`${countOf(overview.waiting, "settlement")} to be paid`}
          />
          <Stat label="Paid out" value={<Money cents={overview.paidCents} />} />
          <Stat
            label="Your share so far"
            value={<Money cents={overview.shareCents} />}
            hint={countOf(overview.transactions, "transaction")}
          />
        </StatGrid>
        <YourLink partner={partner} origin={origin} />
        <Months months={overview.months} />
        <Card title="Your organisations">
          <DataTable
            caption="Organisations linked to you"
            rows={own.organisations}
            keyOf={(row) => `${row.id} ${row.confirmedAt}`}
            empty="No organisation has confirmed your link yet."
            columns={[
              { header: "Organisation", cell: (row) => row.name },
              { header: "Since", cell: (row) => <Time value={row.confirmedAt} to="day" /> },
              {
                header: "Until",
                cell: (row) => (row.endedAt ? <Time value={row.endedAt} to="day" /> : "Today"),
              },
              { header: "Transactions", number: true, cell: (row) => formatCount(row.transactions) },
              { header: "Revenue", number: true, cell: (row) => <Money cents={row.amountCents} /> },
              { header: "Your share", number: true, cell: (row) => <Money cents={row.shareCents} /> },
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
    <Card title="Your link">
      <p className="mb-3">
        Send it to the organisations that you bring. An owner or admin of each opens it and confirms; your
        share begins then.
      </p>
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
      <Card title="How you are paid">
        <DescriptionList
          items={[
            { term: "Status", value: <PartnerBadge status={partner.status} /> },
            { term: "By", value: payoutMethodWords[partner.payoutMethod] },
            { term: "To", value: account || "Not entered yet" },
            { term: "Name", value: partner.payoutName || "Not entered yet" },
          ]}
        />
        <p className="hint mt-3">
          To change it, contact our support: we ask you back before we change where money goes.
        </p>
      </Card>
      <Card title="Your share over time">
        <DataTable
          caption="Your share over time"
          rows={shares}
          keyOf={(row) => row.effectiveFrom}
          columns={[
            { header: "From", cell: (row) => <Time value={row.effectiveFrom} to="day" /> },
            { header: "Share", number: true, cell: (row) => `${row.percent}%` },
          ]}
        />
      </Card>
    </div>
  );
}
