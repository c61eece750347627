import { href } from "react-router";
import { payoutMethodWords, settlementMeanings } from "#app/domain/partners/words.ts";
import { monthWords } from "#app/platform/calendar.ts";
import { formatCount } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import { isPartner } from "#app/platform/roles.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/settlement";
import { PayoutBadge, ShareBadge } from "./badges.tsx";
import { TransactionTable } from "./transactionTable.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Settlement – Revenue Share" }];

export async function loader({ request, context, params: { settlementId } }: Route.LoaderArgs) {
  const page = new URL(request.url).searchParams.get("page") ?? "1";
  const api = context.get(apiContext);
  const isOwn = isPartner(context.get(userContext));
  const found = await orErrorPage(
    isOwn
      ? api("GET /partner/settlements/:settlementId", { settlementId, page })
      : api("GET /admin/settlements/:settlementId", { settlementId, page }),
  );
  return { ...found, isOwn };
}

type Data = Route.ComponentProps["loaderData"];

export default function ShowSettlement({ loaderData }: Route.ComponentProps) {
  const { settlement, statement, isOwn } = loaderData;
  return (
    <>
      <PageHeader
        title={`Settlement for ${monthWords(settlement.period)}`}
        description={settlement.partnerName}
        actions={<Acts {...loaderData} />}
      />
      <div className="grid gap-4">
        {!isOwn && <NameMismatch settlement={settlement} />}
        {settlement.shortCents !== null && (
          <Notice tone="warn" title={`Float short by ${formatKes(settlement.shortCents)}`}>
            The payout waits until the utility account at M-Pesa has enough, and is then made by itself.
          </Notice>
        )}
        <div className="grid gap-4 lg:grid-cols-2">
          <Card title="What it comes to">
            <Sums {...loaderData} />
          </Card>
          <Card title="Payout">
            <Payout {...loaderData} />
          </Card>
        </div>
        <Card title="Statement">
          <TransactionTable
            caption="Every batch of the settlement"
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
          Process Settlement
        </ButtonLink>
      )}
      {!isOwn && settlement.status === "processing" && settlement.payoutId && (
        <ButtonLink to={href("/revenue-share/payouts/:payoutId", { payoutId: settlement.payoutId })}>
          See the payout
        </ButtonLink>
      )}
      <ButtonLink
        variant="secondary"
        reloadDocument
        to={href("/revenue-share/settlements/:settlementId/statement.csv", { settlementId })}
      >
        Export CSV
      </ButtonLink>
    </>
  );
}

const plain = (name: string) => name.toLowerCase().split(/\s+/).sort().join(" ");

function NameMismatch({ settlement: { paidToName, payoutName } }: Pick<Data, "settlement">) {
  if (!paidToName || !payoutName || plain(paidToName) === plain(payoutName)) return null;
  return (
    <Notice tone="warn" title="M-Pesa has another name for the number">
      It was to be paid to {payoutName}; M-Pesa names {paidToName}. Ask the partner whose number it is.
    </Notice>
  );
}

function Sums({ settlement }: Data) {
  return (
    <DescriptionList
      items={[
        { term: "Transactions", value: formatCount(settlement.totalTransactions) },
        { term: "Amount", value: <Money cents={settlement.totalAmountCents} /> },
        { term: "Partner share", value: <Money cents={settlement.partnerShareCents} /> },
        { term: "Platform share", value: <Money cents={settlement.platformShareCents} /> },
        { term: "Left over from before", value: <Money cents={settlement.carriedCents} /> },
        { term: "Payout", value: <Money cents={settlement.payoutCents} /> },
        {
          term: "Goes into the next one",
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
          term: "Status",
          value: (
            <>
              <ShareBadge status={settlement.status} of="settlement" />{" "}
              {settlementMeanings[settlement.status].settlement}
            </>
          ),
        },
        {
          term: "Settlement date",
          value: <Time value={`${settlement.settlementDate}T09:00:00+03:00`} to="day" />,
        },
        { term: "Paid by", value: payoutMethodWords[settlement.paymentMethod] },
        ...(settlement.payoutState
          ? [{ term: "Payout", value: <PayoutBadge state={settlement.payoutState} /> }]
          : []),
        ...(settlement.receipt ? [{ term: "Receipt", value: settlement.receipt }] : []),
        ...(settlement.status === "failed" && settlement.resultDesc
          ? [{ term: "Why it failed", value: settlement.resultDesc }]
          : []),
        ...(settlement.endedAt ? [{ term: "Ended", value: <Time value={settlement.endedAt} /> }] : []),
        ...(isOwn
          ? []
          : [
              {
                term: "Approved by",
                value: approvals || (needsTwo ? "Nobody yet; two people are needed" : "Nobody yet"),
              },
            ]),
      ]}
    />
  );
}
