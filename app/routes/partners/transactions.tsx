import { href } from "react-router";
import { transactionQuery } from "#app/domain/partners/schemas.ts";
import {
  services,
  serviceWords,
  settlementStatuses,
  settlementStatusWords,
} from "#app/domain/partners/words.ts";
import { countOf } from "#app/platform/counts.ts";
import { isPartner } from "#app/platform/roles.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/transactions";
import { TransactionTable } from "./transactionTable.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Transactions – Revenue Share" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = transactionQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const api = context.get(apiContext);
  const isOwn = isPartner(context.get(userContext));
  const list = await orErrorPage(
    isOwn ? api("GET /partner/transactions", filter) : api("GET /admin/partner-transactions", filter),
  );
  return { filter, isOwn, list };
}

export default function Transactions({ loaderData: { filter, isOwn, list } }: Route.ComponentProps) {
  const { page: _, ...kept } = filter;
  const filtered = filter.search !== "" || filter.status !== "all" || filter.service !== "all";
  return (
    <>
      <PageHeader
        title="Transactions"
        description="What linked organisations paid, as the ledger booked it, with the share of each. VAT is included."
        actions={
          <ButtonLink
            variant="secondary"
            reloadDocument
            to={`${href("/revenue-share/transactions.csv")}?${new URLSearchParams(kept)}`}
          >
            Export CSV
          </ButtonLink>
        }
      />
      <div className="grid gap-4">
        <StatGrid>
          <Stat
            label="Amount"
            value={<Money cents={list.amountCents} />}
            hint={countOf(list.total, "transaction")}
          />
          <Stat label="Partner share" value={<Money cents={list.shareCents} />} />
          <Stat label="Platform share" value={<Money cents={list.amountCents - list.shareCents} />} />
        </StatGrid>
        <FilterBar
          search={{
            name: "search",
            value: filter.search,
            placeholder: isOwn ? "Organisation or reference" : "Partner, organisation or reference",
          }}
          choices={[
            {
              name: "status",
              label: "Status",
              value: filter.status,
              options: [
                { value: "all", label: "All statuses" },
                ...settlementStatuses.map((value) => ({ value, label: settlementStatusWords[value] })),
              ],
            },
            {
              name: "service",
              label: "Service",
              value: filter.service,
              options: [
                { value: "all", label: "All services" },
                ...services.map((value) => ({ value, label: serviceWords[value] })),
              ],
            },
          ]}
          clear={filtered && href("/revenue-share/transactions")}
        />
        <TransactionTable caption="Transactions" rows={list.transactions} withPartner={!isOwn} />
        <Pagination page={list.page} pages={list.pages} />
      </div>
    </>
  );
}
