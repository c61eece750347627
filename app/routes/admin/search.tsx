import { href } from "react-router";
import { consoleSearch } from "#app/domain/console/schemas.ts";
import { DataTable } from "#app/ui/dataTable.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/search";

export const meta: Route.MetaFunction = () => [{ title: m.admin_search_page_title() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { q } = consoleSearch.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { q, ...(await context.get(apiContext)("GET /admin/search", { q })) };
}

type Hit = Route.ComponentProps["loaderData"]["hits"][number];

function placeOf({ kind, orgId, id }: Hit): string | undefined {
  if (kind === "Administrator") return href("/admin/staff/:staffId", { staffId: id });
  if (kind === "Partner") return href("/revenue-share/partners/:partnerId", { partnerId: id });
  if (kind === "Invoice") return href("/admin/billing/invoices/:invoiceId", { invoiceId: id });
  if (kind === "Message") return href("/admin/users/:orgId/messages/:messageId", { orgId, messageId: id });
  if (kind === "Number") return href("/admin/whatsapp/:orgId/:accountId", { orgId, accountId: id });
  return orgId ? href("/admin/users/:orgId", { orgId }) : undefined;
}

const kinds: Record<Hit["kind"], () => string> = {
  Organisation: m.common_organisation,
  Person: m.common_person,
  Administrator: m.admin_administrator,
  Partner: m.common_partner,
  Number: m.common_number,
  Invoice: m.common_invoice,
  Message: m.common_message,
};

export default function ConsoleSearch({ loaderData: { q, hits } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={m.common_search()}
        description={q ? m.admin_search_results_lead({ q }) : m.admin_search_lead()}
      />
      <DataTable
        caption={m.common_results()}
        rows={hits}
        keyOf={(hit) => `${hit.kind} ${hit.orgId} ${hit.id} ${hit.title}`}
        hrefOf={placeOf}
        empty={m.admin_search_empty()}
        columns={[
          { header: m.admin_search_found(), cell: (hit) => hit.title },
          { header: m.admin_kind(), cell: (hit) => kinds[hit.kind]() },
          { header: m.common_details(), cell: (hit) => hit.details },
        ]}
      />
    </>
  );
}
