import { href } from "react-router";
import { payoutMethodWords } from "#app/domain/partners/words.ts";
import { formatKes } from "#app/platform/money.ts";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/payouts";
import { PayoutBadge } from "./badges.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Payouts – Revenue Share" }];

export async function loader({ context }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /admin/payouts", {}));
}

export default function Payouts({ loaderData: { payouts, float } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Payouts"
        description="Those that have not ended: bank transfers to be made, and payouts of which M-Pesa has not said how they ended."
      />
      <div className="grid gap-4">
        {float && (
          <p>
            Float at M-Pesa: {formatKes(float.utilityCents)}, as of <Time value={float.askedAt} />.
          </p>
        )}
        <DataTable
          caption="Open payouts"
          rows={payouts}
          keyOf={(row) => row.id}
          hrefOf={(row) => href("/revenue-share/payouts/:payoutId", { payoutId: row.id })}
          empty="All payouts have ended."
          columns={[
            { header: "Partner", cell: (row) => row.partnerName, below: (row) => row.recipientName },
            { header: "State", cell: (row) => <PayoutBadge state={row.state} /> },
            { header: "Paid by", cell: (row) => payoutMethodWords[row.method] },
            { header: "To", cell: (row) => row.to },
            { header: "Amount", number: true, cell: (row) => <Money cents={row.amountCents} /> },
            { header: "Begun", cell: (row) => <Time value={row.createdAt} /> },
          ]}
        />
      </div>
    </>
  );
}
