import { href } from "react-router";
import { payoutMethodWords } from "#app/domain/partners/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { momentText, Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/payouts";
import { PayoutBadge } from "./badges.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.partners_payouts_page_title() }];

export async function loader({ context }: Route.LoaderArgs) {
  return pageApi(context)("GET /admin/payouts", {});
}

export default function Payouts({ loaderData: { payouts, float } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={m.partners_payouts()} description={m.partners_payouts_lead()} />
      <div className="grid gap-4">
        {float && (
          <p>
            {m.partners_payouts_float_text({
              utility: formatKes(float.utilityCents),
              moment: momentText(float.requestedAt),
            })}
          </p>
        )}
        <DataTable
          caption={m.partners_payouts_open_payouts_caption()}
          rows={payouts}
          keyOf={(row) => row.id}
          hrefOf={(row) => href("/revenue-share/payouts/:payoutId", { payoutId: row.id })}
          empty={m.partners_payouts_empty()}
          columns={[
            {
              header: m.common_partner(),
              cell: (row) => row.partnerName,
              below: (row) => row.recipientName,
            },
            { header: m.common_status(), cell: (row) => <PayoutBadge state={row.state} /> },
            { header: m.partners_paid_by(), cell: (row) => payoutMethodWords[row.method] },
            { header: m.partners_to(), cell: (row) => row.to },
            { header: m.common_amount(), number: true, cell: (row) => <Money cents={row.amountCents} /> },
            { header: m.partners_started(), cell: (row) => <Time value={row.createdAt} /> },
          ]}
        />
      </div>
    </>
  );
}
