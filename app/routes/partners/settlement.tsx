import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import { payoutMethodWords, settlementMeaning } from "#app/domain/partners/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { isPartner } from "#app/platform/roles/accountKinds.ts";
import { monthWords } from "#app/platform/time/calendar.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/settlement";
import { PayoutBadge, SettlementBadge } from "./badges.tsx";
import { TransactionTable } from "./transactionTable.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.partners_settlement_page_title() }];

export async function loader({ request, context, params: { settlementId } }: Route.LoaderArgs) {
  const page = new URL(request.url).searchParams.get("page") ?? "1";
  const api = pageApi(context);
  const isOwn = isPartner(context.get(userContext));
  const found = await (isOwn
    ? api("GET /partner/settlements/:settlementId", { settlementId, page })
    : api("GET /admin/settlements/:settlementId", { settlementId, page }));
  return { ...found, isOwn };
}

type Data = Route.ComponentProps["loaderData"];

export default function ShowSettlement({ loaderData }: Route.ComponentProps) {
  const { settlement, statement, isOwn } = loaderData;
  return (
    <>
      <PageHeader
        title={m.partners_settlement_title({ period: monthWords(settlement.period) })}
        description={settlement.partnerName}
        actions={<Acts {...loaderData} />}
      />
      <div className="grid gap-4">
        {!isOwn && <NameMismatch settlement={settlement} />}
        {settlement.shortCents !== null && (
          <Notice tone="warn" title={m.partners_float_short_by({ short: formatKes(settlement.shortCents) })}>
            {m.partners_settlement_waiting_notice()}
          </Notice>
        )}
        <div className="grid gap-4 lg:grid-cols-2">
          <Card title={m.partners_settlement_calculation_title()}>
            <Sums {...loaderData} />
          </Card>
          <Card title={m.partners_payout()}>
            <Payout {...loaderData} />
          </Card>
        </div>
        <Card title={m.partners_settlement_statement_title()}>
          <TransactionTable
            caption={m.partners_settlement_transactions_caption()}
            rows={statement.transactions}
            withPartner={false}
          />
          <Pagination page={statement.page} pages={statement.pages} />
        </Card>
      </div>
    </>
  );
}

function Acts({ settlement, isOwn }: Data) {
  const settlementId = settlement.id;
  return (
    <>
      {!isOwn && (settlement.status === "pending" || settlement.status === "failed") && (
        <ButtonLink to={href("/revenue-share/settlements/:settlementId/process", { settlementId })}>
          {m.partners_process_settlement()}
        </ButtonLink>
      )}
      {!isOwn && settlement.status === "processing" && settlement.payoutId && (
        <ButtonLink to={href("/revenue-share/payouts/:payoutId", { payoutId: settlement.payoutId })}>
          {m.partners_settlement_view_payout_link()}
        </ButtonLink>
      )}
      <ButtonLink
        variant="secondary"
        reloadDocument
        to={href("/revenue-share/settlements/:settlementId/statement.csv", { settlementId })}
      >
        {m.common_export_csv()}
      </ButtonLink>
    </>
  );
}

const plain = (name: string) => name.toLowerCase().split(/\s+/).sort().join(" ");

function NameMismatch({ settlement: { paidToName, payoutName } }: Pick<Data, "settlement">) {
  if (!paidToName || !payoutName || plain(paidToName) === plain(payoutName)) return null;
  return (
    <Notice tone="warn" title={m.partners_settlement_name_mismatch_title()}>
      <ParaglideMessage
        message={m.partners_settlement_name_mismatch_text}
        markup={{ payoutName: () => <>{payoutName}</>, paidToName: () => <>{paidToName}</> }}
      />
    </Notice>
  );
}

function Sums({ settlement }: Data) {
  return (
    <DescriptionList
      items={[
        { term: m.common_transactions(), value: formatCount(settlement.totalTransactions) },
        { term: m.common_amount(), value: <Money cents={settlement.totalAmountCents} /> },
        { term: m.partners_partner_share(), value: <Money cents={settlement.partnerShareCents} /> },
        { term: m.partners_platform_share(), value: <Money cents={settlement.platformShareCents} /> },
        { term: m.partners_settlement_carried_over(), value: <Money cents={settlement.carriedCents} /> },
        { term: m.partners_payout(), value: <Money cents={settlement.payoutCents} /> },
        {
          term: m.partners_settlement_carried_to_next(),
          value: (
            <Money cents={settlement.carriedCents + settlement.partnerShareCents - settlement.payoutCents} />
          ),
        },
      ]}
    />
  );
}

function Payout({ settlement, needsTwo, isOwn }: Data) {
  const approvals = [settlement.firstApprovedBy, settlement.approvedBy].filter(Boolean).join(", ");
  return (
    <DescriptionList
      items={[
        {
          term: m.common_status(),
          value: (
            <>
              <SettlementBadge of={settlement} /> {settlementMeaning(settlement)}
            </>
          ),
        },
        {
          term: m.partners_settlement_date(),
          value: <Time value={`${settlement.settlementDate}T09:00:00+03:00`} to="day" />,
        },
        { term: m.partners_paid_by(), value: payoutMethodWords[settlement.paymentMethod] },
        ...(settlement.payoutState
          ? [{ term: m.partners_payout(), value: <PayoutBadge state={settlement.payoutState} /> }]
          : []),
        ...(settlement.receipt ? [{ term: m.common_receipt(), value: settlement.receipt }] : []),
        ...(settlement.status === "failed" && settlement.resultDesc
          ? [{ term: m.partners_settlement_failure_reason(), value: settlement.resultDesc }]
          : []),
        ...(settlement.endedAt
          ? [{ term: m.partners_ended(), value: <Time value={settlement.endedAt} /> }]
          : []),
        ...(isOwn
          ? []
          : [
              {
                term: m.partners_settlement_approved_by(),
                value:
                  approvals ||
                  (needsTwo
                    ? m.partners_settlement_two_approvals_needed()
                    : m.partners_settlement_none_yet()),
              },
            ]),
      ]}
    />
  );
}
