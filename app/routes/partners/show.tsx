import { href, Link, useLocation } from "react-router";
import { categoryWords, payoutMethodWords } from "#app/domain/partners/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { percentText } from "#app/platform/numbers/percent.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { monthWords } from "#app/platform/time/calendar.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { Money } from "#app/ui/money.tsx";
import { DescriptionList } from "#app/ui/page.tsx";
import { momentText, Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/show";
import { PartnerBadge, SettlementBadge } from "./badges.tsx";

export const handle = { covers: true };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.partners_show_page_title({ partnerName: loaderData.partner.name }) },
];

export async function loader({ context, params: { partnerId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /admin/partners/:partnerId", { partnerId });
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
          caption={m.partners_show_shares_caption()}
          rows={loaderData.shares}
          keyOf={(row) => row.effectiveFrom}
          empty={m.partners_show_shares_empty()}
          columns={[
            { header: m.partners_show_share_from(), cell: (row) => <Time value={row.effectiveFrom} /> },
            { header: m.partners_share(), number: true, cell: (row) => percentText(row.percent) },
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
        {m.partners_show_edit_partner_link()}
      </ButtonLink>
      {open && (
        <ButtonLink to={href("/revenue-share/settlements/:settlementId/process", { settlementId: open.id })}>
          {m.partners_process_settlement()}
        </ButtonLink>
      )}
      <ButtonLink
        variant="secondary"
        to={href("/revenue-share/partners/:partnerId/status", { partnerId: partner.id })}
      >
        {partner.status === "active" ? m.common_suspend() : m.partners_show_activate_link()}
      </ButtonLink>
    </div>
  );
}

/** The share, and its kind's default if different. */
function shareText({ partner, tiers }: Pick<Props, "partner" | "tiers">): string {
  if (!partner.revenueShare) return m.partners_show_not_set();
  const share = percentText(partner.revenueShare);
  const standard = tiers.find(({ category }) => category === partner.category)?.percent;
  if (!standard || standard === partner.revenueShare) return share;
  return m.partners_show_standard_for({
    share,
    category: inSentence(categoryWords[partner.category]),
    standard: percentText(standard),
  });
}

function Facts({ partner, nextSettlement, tiers }: Props) {
  const account =
    partner.payoutMethod === "mpesa" ? partner.payoutPhone : `${partner.bankName} ${partner.bankAccount}`;
  return (
    <DescriptionList
      items={[
        { term: m.common_status(), value: <PartnerBadge status={partner.status} /> },
        { term: m.common_category(), value: categoryWords[partner.category] },
        { term: m.common_contact(), value: `${partner.contactName}, ${partner.email}` },
        ...(partner.appliedBy ? [{ term: m.partners_show_applied_from(), value: partner.appliedBy }] : []),
        {
          term: m.partners_share(),
          value: shareText({ partner, tiers }),
        },
        {
          term: m.partners_show_partner_since(),
          value: partner.integrationDate ? (
            <Time value={partner.integrationDate} to="day" />
          ) : (
            m.common_not_yet()
          ),
        },
        { term: m.common_transactions(), value: formatCount(partner.totalTransactions) },
        { term: m.common_revenue(), value: <Money cents={partner.totalRevenueCents} /> },
        { term: m.partners_partner_share(), value: <Money cents={partner.partnerRevenueCents} /> },
        { term: m.partners_platform_share(), value: <Money cents={partner.platformRevenueCents} /> },
        { term: m.partners_not_settled_yet(), value: <Money cents={partner.accruedCents} /> },
        { term: m.partners_settled_not_paid_out(), value: <Money cents={partner.earningsCents} /> },
        {
          term: m.partners_last_settlement(),
          value: partner.lastSettlement ? monthWords(partner.lastSettlement) : m.common_none(),
        },
        {
          term: m.partners_next_settlement(),
          value: <Time value={`${nextSettlement}T09:00:00+03:00`} to="day" />,
        },
        {
          term: m.partners_show_payout_term(),
          value: account
            ? `${payoutMethodWords[partner.payoutMethod]}, ${account}, ${partner.payoutName}`
            : m.common_not_provided_yet(),
        },
        { term: m.partners_show_link_code(), value: partner.code },
      ]}
    />
  );
}

function Settlements({ settlements }: Pick<Props, "settlements">) {
  return (
    <DataTable
      caption={m.partners_show_latest_settlements_caption()}
      rows={settlements}
      keyOf={(row) => row.id}
      hrefOf={(row) => href("/revenue-share/settlements/:settlementId", { settlementId: row.id })}
      empty={m.partners_show_no_settlements_yet_empty()}
      columns={[
        { header: m.partners_settlement(), cell: (row) => monthWords(row.period) },
        { header: m.common_status(), cell: (row) => <SettlementBadge of={row} /> },
        {
          header: m.common_transactions(),
          number: true,
          cell: (row) => formatCount(row.totalTransactions),
        },
        { header: m.partners_payout(), number: true, cell: (row) => <Money cents={row.payoutCents} /> },
      ]}
    />
  );
}

function Organisations({ partner, organisations }: Pick<Props, "partner" | "organisations">) {
  return (
    <DataTable
      caption={m.common_organisations()}
      rows={organisations}
      keyOf={(row) => `${row.id} ${row.confirmedAt}`}
      hrefOf={(row) => href("/admin/users/:orgId", { orgId: row.id })}
      empty={m.partners_show_organisations_empty()}
      columns={[
        { header: m.common_organisation(), cell: (row) => row.name },
        { header: m.common_since(), cell: (row) => <Time value={row.confirmedAt} to="day" /> },
        { header: m.common_revenue(), number: true, cell: (row) => <Money cents={row.amountCents} /> },
        { header: m.partners_partner_share(), number: true, cell: (row) => <Money cents={row.shareCents} /> },
        {
          header: m.partners_show_link(),
          cell: (row) =>
            row.endedAt ? (
              m.partners_ended_on({ day: momentText(row.endedAt, "day") })
            ) : (
              <Link
                className="link"
                aria-label={m.partners_show_end_link({ name: row.name })}
                to={href("/revenue-share/partners/:partnerId/unlink/:orgId", {
                  partnerId: partner.id,
                  orgId: row.id,
                })}
              >
                {m.partners_end_link()}
              </Link>
            ),
        },
      ]}
    />
  );
}
