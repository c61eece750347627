import { href } from "react-router";
import { consoleSearch } from "#app/domain/console/schemas.ts";
import { DataTable } from "#app/ui/dataTable.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/search";

export const meta: Route.MetaFunction = () => [{ title: m.admin_search_administration() }];

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
  Person: m.admin_person,
  Administrator: m.admin_administrator,
  Partner: m.partners_partner,
  Number: m.common_number,
  Invoice: m.admin_invoice,
  Message: m.common_message,
};

export default function ConsoleSearch({ loaderData: { q, hits } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={m.common_search()}
        description={q ? m.admin_for({ q }) : m.admin_organisations_people_numbers_invoices_messag()}
      />
      <DataTable
        caption={m.admin_what_was_found()}
        rows={hits}
        keyOf={(hit) => `${hit.kind} ${hit.orgId} ${hit.id} ${hit.title}`}
        hrefOf={placeOf}
        empty={m.admin_nothing_was_found_type_at_least()}
        columns={[
          { header: m.admin_found(), cell: (hit) => hit.title },
          { header: m.admin_kind(), cell: (hit) => kinds[hit.kind]() },
          { header: m.common_details(), cell: (hit) => hit.details },
        ]}
      />
    </>
  );
}
