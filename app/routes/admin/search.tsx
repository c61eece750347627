import { href } from "react-router";
import { consoleSearch } from "#app/domain/console/schemas.ts";
import { DataTable } from "#app/ui/dataTable.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import type { Route } from "./+types/search";

export const meta: Route.MetaFunction = () => [{ title: "Search – Administration" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { q } = consoleSearch.parse(Object.fromEntries(new URL(request.url).searchParams));
  return { q, ...(await context.get(apiContext)("GET /admin/search", { q })) };
}

type Hit = Route.ComponentProps["loaderData"]["hits"][number];

function placeOf({ kind, orgId, id }: Hit): string {
  if (kind === "Invoice") return href("/admin/billing/invoices/:invoiceId", { invoiceId: id });
  if (kind === "Number") return href("/admin/whatsapp/:orgId/:accountId", { orgId, accountId: id });
  return href("/admin/users/:orgId", { orgId });
}

export default function ConsoleSearch({ loaderData: { q, hits } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Search"
        description={q ? `For “${q}”` : "Organisations, people, numbers, invoices, message ids"}
      />
      <DataTable
        caption="What was found"
        rows={hits}
        keyOf={(hit) => `${hit.kind} ${hit.orgId} ${hit.id} ${hit.title}`}
        hrefOf={placeOf}
        empty="Nothing was found. Type at least two characters."
        columns={[
          { header: "Found", cell: (hit) => hit.title },
          { header: "Kind", cell: (hit) => hit.kind },
          { header: "Details", cell: (hit) => hit.details },
        ]}
      />
    </>
  );
}
