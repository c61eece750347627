import { href } from "react-router";
import { transactionQuery } from "#app/domain/partners/schemas.ts";
import {
  services,
  serviceWords,
  settlementStatuses,
  settlementStatusWords,
} from "#app/domain/partners/words.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { isPartner } from "#app/platform/roles/accountKinds.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/transactions";
import { TransactionTable } from "./transactionTable.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.partners_transactions_page_title() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const filter = transactionQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const api = pageApi(context);
  const isOwn = isPartner(context.get(userContext));
  const list = await (isOwn
    ? api("GET /partner/transactions", filter)
    : api("GET /admin/partner-transactions", filter));
  return { filter, isOwn, list };
}

export default function Transactions({ loaderData: { filter, isOwn, list } }: Route.ComponentProps) {
  const { page: _, ...kept } = filter;
  const filtered = filter.search !== "" || filter.status !== "all" || filter.service !== "all";
  return (
    <>
      <PageHeader
        title={m.common_transactions()}
        description={m.partners_transactions_lead()}
        actions={
          <ButtonLink
            variant="secondary"
            reloadDocument
            to={`${href("/revenue-share/transactions.csv")}?${new URLSearchParams(kept)}`}
          >
            {m.common_export_csv()}
          </ButtonLink>
        }
      />
      <div className="grid gap-4">
        <StatGrid>
          <Stat
            label={m.common_amount()}
            value={<Money cents={list.amountCents} />}
            hint={counted(m.counts_transactions, list.total)}
          />
          <Stat label={m.partners_partner_share()} value={<Money cents={list.shareCents} />} />
          <Stat
            label={m.partners_platform_share()}
            value={<Money cents={list.amountCents - list.shareCents} />}
          />
        </StatGrid>
        <FilterBar
          search={{
            name: "search",
            value: filter.search,
            placeholder: isOwn
              ? m.partners_organisation_or_reference()
              : m.partners_transactions_search_placeholder(),
          }}
          choices={[
            {
              name: "status",
              label: m.common_status(),
              value: filter.status,
              options: [
                { value: "all", label: m.common_all_statuses() },
                ...settlementStatuses.map((value) => ({ value, label: settlementStatusWords[value] })),
              ],
            },
            {
              name: "service",
              label: m.common_service(),
              value: filter.service,
              options: [
                { value: "all", label: m.partners_transactions_all_services() },
                ...services.map((value) => ({ value, label: serviceWords[value] })),
              ],
            },
          ]}
          clear={filtered && href("/revenue-share/transactions")}
        />
        <TransactionTable caption={m.common_transactions()} rows={list.transactions} withPartner={!isOwn} />
        <Pagination page={list.page} pages={list.pages} />
      </div>
    </>
  );
}
