import { href, Link, useLocation } from "react-router";
import { categoryWords, payoutMethodWords } from "#app/domain/partners/words.ts";
import { monthWords } from "#app/platform/calendar.ts";
import { formatCount } from "#app/platform/counts.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { Money } from "#app/ui/money.tsx";
import { DescriptionList } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/show";
import { PartnerBadge, ShareBadge } from "./badges.tsx";

export const handle = { covers: true };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.partner.name ?? "Partner"} – Partners` },
];

export async function loader({ context, params: { partnerId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /admin/partners/:partnerId", { partnerId }));
}

type Props = Route.ComponentProps["loaderData"];

export default function ShowPartner({ loaderData }: Route.ComponentProps) {
  const { search } = useLocation();
  const { partner } = loaderData;
  return (
    <Modal title={partner.name} closeTo={`${href("/revenue-share/partners")}${search}`} size="xl">
      <div className="grid gap-5">
        <Acts {...loaderData} />
        {partner.about && <p>{partner.about}</p>}
        <Facts {...loaderData} />
        <Settlements settlements={loaderData.settlements} />
        <Organisations partner={partner} organisations={loaderData.organisations} />
        <DataTable
          caption="Shares"
          rows={loaderData.shares}
          keyOf={(row) => row.effectiveFrom}
          empty="No share is set. Set one under Edit Partner."
          columns={[
            { header: "Share from", cell: (row) => <Time value={row.effectiveFrom} /> },
            { header: "Share", number: true, cell: (row) => `${row.percent}%` },
          ]}
        />
      </div>
    </Modal>
  );
}

function Acts({ partner, settlements }: Props) {
  const open = settlements.find(({ status }) => status === "pending" || status === "failed");
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink to={href("/revenue-share/partners/:partnerId/edit", { partnerId: partner.id })}>
        Edit Partner
      </ButtonLink>
      {open && (
        <ButtonLink to={href("/revenue-share/settlements/:settlementId/process", { settlementId: open.id })}>
          Process Settlement
        </ButtonLink>
      )}
      <ButtonLink
        variant="secondary"
        to={href("/revenue-share/partners/:partnerId/status", { partnerId: partner.id })}
      >
        {partner.status === "active" ? "Suspend" : "Activate"}
      </ButtonLink>
    </div>
  );
}

function Facts({ partner, nextSettlement }: Props) {
  const account =
    partner.payoutMethod === "mpesa" ? partner.payoutPhone : `${partner.bankName} ${partner.bankAccount}`;
  return (
    <DescriptionList
      items={[
        { term: "Status", value: <PartnerBadge status={partner.status} /> },
        { term: "Category", value: categoryWords[partner.category] ?? partner.category },
        { term: "Contact", value: `${partner.contactName}, ${partner.email}` },
        ...(partner.appliedBy ? [{ term: "Applied from", value: partner.appliedBy }] : []),
        { term: "Share", value: partner.revenueShare ? `${partner.revenueShare}%` : "Not set" },
        {
          term: "Partner since",
          value: partner.integrationDate ? <Time value={partner.integrationDate} to="day" /> : "Not yet",
        },
        { term: "Transactions", value: formatCount(partner.totalTransactions) },
        { term: "Revenue", value: <Money cents={partner.totalRevenueCents} /> },
        { term: "Partner share", value: <Money cents={partner.partnerRevenueCents} /> },
        { term: "Platform share", value: <Money cents={partner.platformRevenueCents} /> },
        { term: "Not settled yet", value: <Money cents={partner.accruedCents} /> },
        { term: "Settled, not paid out", value: <Money cents={partner.earningsCents} /> },
        {
          term: "Last settlement",
          value: partner.lastSettlement ? monthWords(partner.lastSettlement) : "None",
        },
        { term: "Next settlement", value: <Time value={`${nextSettlement}T09:00:00+03:00`} to="day" /> },
        {
          term: "Paid",
          value: account
            ? `${payoutMethodWords[partner.payoutMethod]}, ${account}, ${partner.payoutName}`
            : "Not entered yet",
        },
        { term: "Code of its link", value: partner.code },
      ]}
    />
  );
}

function Settlements({ settlements }: Pick<Props, "settlements">) {
  return (
    <DataTable
      caption="Newest settlements"
      rows={settlements}
      keyOf={(row) => row.id}
      hrefOf={(row) => href("/revenue-share/settlements/:settlementId", { settlementId: row.id })}
      empty="No settlement yet."
      columns={[
        { header: "Settlement", cell: (row) => monthWords(row.period) },
        { header: "Status", cell: (row) => <ShareBadge status={row.status} of="settlement" /> },
        { header: "Transactions", number: true, cell: (row) => formatCount(row.totalTransactions) },
        { header: "Payout", number: true, cell: (row) => <Money cents={row.payoutCents} /> },
      ]}
    />
  );
}

function Organisations({ partner, organisations }: Pick<Props, "partner" | "organisations">) {
  return (
    <DataTable
      caption="Organisations"
      rows={organisations}
      keyOf={(row) => `${row.id} ${row.confirmedAt}`}
      hrefOf={(row) => href("/admin/users/:orgId", { orgId: row.id })}
      empty="No organisation has confirmed its link yet."
      columns={[
        { header: "Organisation", cell: (row) => row.name },
        { header: "Since", cell: (row) => <Time value={row.confirmedAt} to="day" /> },
        { header: "Revenue", number: true, cell: (row) => <Money cents={row.amountCents} /> },
        { header: "Partner share", number: true, cell: (row) => <Money cents={row.shareCents} /> },
        {
          header: "Link",
          cell: (row) =>
            row.endedAt ? (
              <>
                Ended <Time value={row.endedAt} to="day" />
              </>
            ) : (
              <Link
                className="link"
                to={href("/revenue-share/partners/:partnerId/unlink/:orgId", {
                  partnerId: partner.id,
                  orgId: row.id,
                })}
              >
                End it<span className="sr-only">: the link of {row.name}</span>
              </Link>
            ),
        },
      ]}
    />
  );
}
