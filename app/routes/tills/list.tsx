import { href } from "react-router";
import { kindWords } from "#app/domain/sales/tills/words.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { EmptyState, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/list";
import { TillState } from "./tillState.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.tills_title() }];

export async function loader({ context }: Route.LoaderArgs) {
  const found = await orThrowPage(context.get(apiContext)("GET /tills", {}));
  return { ...found, mayManage: may(context.get(userContext), "tills.manage") };
}

/** The organisation's paybills and tills, with the state of each. */
export default function Tills({ loaderData: { tills, mayManage } }: Route.ComponentProps) {
  const connect = mayManage && (
    <ButtonLink to={href("/integrations/mpesa/new")}>{m.tills_connect_link()}</ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={m.tills_title()}
        description={m.tills_lead()}
        actions={tills.length > 0 && connect}
      />
      <DataTable
        caption={m.tills_title()}
        rows={tills}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href("/integrations/mpesa/:tillId", { tillId: id })}
        empty={
          <EmptyState title={m.tills_empty_title()} action={connect}>
            {m.tills_empty_text()}
          </EmptyState>
        }
        columns={[
          {
            header: m.common_name,
            cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
            below: ({ kind, number }) => `${kindWords[kind]} ${number}`,
          },
          { header: m.common_status, cell: ({ state }) => <TillState state={state} /> },
          {
            header: m.tills_last_payment,
            cell: ({ lastPaymentAt }) =>
              lastPaymentAt ? <Time value={lastPaymentAt} /> : m.common_none_yet(),
          },
          {
            header: m.tills_balance,
            number: true,
            cell: ({ balanceCents }) => (balanceCents === null ? "–" : <Money cents={balanceCents} />),
          },
        ]}
      />
    </>
  );
}

export { ScreenError as ErrorBoundary };
