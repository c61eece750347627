import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/statement";
import { BillingHead } from "./billingHead.tsx";

type Entry = CallOutput<"GET /wallet/entries">["entries"][number];

/** A line names at most so many top-ups; the statement names them all. */
const sourcesShown = 3;

/** The rest of a top-up, or the top-ups that paid for a use. */
function originOf({ leftCents, paidFrom }: Entry) {
  if (leftCents !== null)
    return leftCents === 0
      ? m.billing_wallet_fully_spent()
      : m.billing_wallet_left_amount({ left: formatKes(leftCents) });
  if (paidFrom.length === 0) return null;
  const more = paidFrom.length - sourcesShown;
  const sources = paidFrom
    .slice(0, sourcesShown)
    .map(({ description, cents }) => `${description} (${formatKes(cents)})`)
    .join(", ");
  return more > 0
    ? m.billing_wallet_more_sources({ sources, more })
    : m.billing_wallet_paid_from({ sources });
}

/** Campaigns hold money before they send. */
const campaignOf = ({ hold }: Entry) =>
  hold?.subjectId.startsWith("cmp_")
    ? href("/messaging/campaigns/:campaignId", { campaignId: hold.subjectId })
    : undefined;

export const meta: Route.MetaFunction = () => [{ title: m.billing_statement() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const cursor = new URL(request.url).searchParams.get("cursor") ?? undefined;
  const found = await pageApi(context)("GET /wallet/entries", { cursor });
  const user = context.get(userContext);
  return { ...found, cursor, mayAct: may(user, "money.pay"), mayExport: may(user, "money.export") };
}

/** Wallet movements, newest first. */
export default function Statement({ loaderData }: Route.ComponentProps) {
  const { entries, cursor, nextCursor, mayAct, mayExport } = loaderData;
  return (
    <>
      <BillingHead mayAct={mayAct} />
      {mayExport && entries.length > 0 && (
        <p className="mb-3 flex justify-end">
          <ButtonLink to={href("/billing/statement.csv")} variant="secondary" reloadDocument>
            {m.common_export_csv()}
          </ButtonLink>
        </p>
      )}
      <Movements entries={entries} />
      <Pagination cursor={cursor} nextCursor={nextCursor} />
    </>
  );
}

const Movements = ({ entries }: { entries: Entry[] }) => (
  <DataTable
    paged
    caption={m.billing_wallet_transactions_caption()}
    rows={entries}
    keyOf={(entry) => entry.id}
    hrefOf={campaignOf}
    empty={
      <EmptyState title={m.billing_wallet_no_transactions_yet_title()}>{m.billing_wallet_empty()}</EmptyState>
    }
    columns={[
      {
        header: m.billing_wallet_transaction,
        cell: (entry) => entry.description,
        below: (entry) => originOf(entry),
      },
      {
        header: m.common_time,
        plain: true,
        className: "sm:whitespace-nowrap",
        cell: (entry) => <Time value={entry.createdAt} />,
      },
      {
        header: m.common_wallet,
        number: true,
        cell: ({ walletCents }) => (walletCents === 0 ? "–" : <Money cents={walletCents} signed />),
      },
      {
        header: m.billing_wallet_spent,
        number: true,
        cell: ({ hold }) => (hold ? <Money cents={hold.spentCents} /> : "–"),
      },
      {
        header: m.common_released,
        number: true,
        cell: ({ hold }) => (hold ? <Money cents={hold.returnedCents} /> : "–"),
      },
    ]}
  />
);
