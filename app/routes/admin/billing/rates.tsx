import { Form, href } from "react-router";
import { z } from "zod";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Field } from "#app/ui/field.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/rates";
import { BillingTabs } from "./billingTabs.tsx";
import { MessageCost } from "./messageCost.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Rates – Administration" }];

const query = z.object({ message: z.string().trim().max(64).catch("").default("") });

export async function loader({ request, context }: Route.LoaderArgs) {
  const { message } = query.parse(Object.fromEntries(new URL(request.url).searchParams));
  const api = context.get(apiContext);
  const rates = await orErrorPage(api("GET /admin/rates", {}));
  const cost =
    message === ""
      ? undefined
      : await api("GET /admin/messages/:messageId/cost", { messageId: message }).catch(() => null);
  return { message, rates, cost };
}

/** The newest of those that hold already; those to come are said to. */
function holds(day: string, today: string, later: readonly string[]): string {
  if (day > today) return "To come";
  return later.some((other) => other > day && other <= today) ? "Past" : "In force";
}

export default function Rates({ loaderData }: Route.ComponentProps) {
  const { message, cost } = loaderData;
  return (
    <>
      <PageHeader
        title="Rates"
        description="Versions with the day from which they hold. They are added, never changed: what was sent keeps its cost."
        actions={
          <>
            <ButtonLink variant="secondary" to={href("/admin/billing/rates/exchange")}>
              Add exchange rate
            </ButtonLink>
            <ButtonLink to={href("/admin/billing/rates/new")}>Add rate</ButtonLink>
          </>
        }
      />
      <BillingTabs />
      <div className="grid gap-4">
        <MetaRates rates={loaderData.rates} />
        <div className="grid gap-4 lg:grid-cols-2">
          <ExchangeRates rates={loaderData.rates} />
          <Prices rates={loaderData.rates} />
        </div>
        <Card title="What one message cost">
          <Form className="grid gap-4" action="#cost" id="cost">
            <Field label="Message id" name="message" defaultValue={message} maxLength={64} />
            <p className="row-actions">
              <Button variant="secondary">Show</Button>
            </p>
          </Form>
          {cost === null && <p className="hint">No message that was sent has this id.</p>}
          {cost && <MessageCost cost={cost} />}
        </Card>
      </div>
    </>
  );
}

type Found = Route.ComponentProps["loaderData"]["rates"];

function MetaRates({ rates: { rates, today, allowances } }: { rates: Found }) {
  const others = (row: Found["rates"][number]) =>
    rates
      .filter(({ market, category }) => market === row.market && category === row.category)
      .map(({ effectiveFrom }) => effectiveFrom);
  const free = allowances.find(({ effectiveFrom }) => effectiveFrom <= today);
  return (
    <Card title="Meta's rates for a delivered message">
      <DataTable
        caption="Meta's rates"
        rows={rates}
        keyOf={(row) => row.id}
        columns={[
          { header: "Category", cell: (row) => row.category, below: (row) => row.market },
          { header: "USD", number: true, cell: (row) => (row.microUsd / 1_000_000).toFixed(4) },
          { header: "From", cell: (row) => row.effectiveFrom },
          { header: "State", cell: (row) => holds(row.effectiveFrom, today, others(row)) },
          { header: "Reason", cell: (row) => row.reason },
        ]}
      />
      {free && (
        <p className="hint mt-2">
          Of service messages, {free.messages} a number and month are free since {free.effectiveFrom}. Whether
          one was free is told by Meta with its status.
        </p>
      )}
    </Card>
  );
}

function ExchangeRates({ rates: { exchange, today } }: { rates: Found }) {
  const days = exchange.map(({ effectiveFrom }) => effectiveFrom);
  return (
    <Card title="Exchange rate">
      <DataTable
        caption="Exchange rates"
        rows={exchange}
        keyOf={(row) => row.id}
        columns={[
          { header: "From", cell: (row) => row.effectiveFrom, below: (row) => row.reason },
          { header: "KES for USD 1", number: true, cell: (row) => (row.kesPerUsdE4 / 10_000).toFixed(4) },
          { header: "State", cell: (row) => holds(row.effectiveFrom, today, days) },
        ]}
      />
    </Card>
  );
}

function Prices({ rates: { prices } }: { rates: Found }) {
  return (
    <Card
      title="Our prices"
      actions={
        <ButtonLink variant="secondary" to={href("/admin/billing/rates/price")}>
          Add price
        </ButtonLink>
      }
    >
      <DataTable
        caption="Our prices"
        rows={prices}
        keyOf={(row) => row.id}
        columns={[
          {
            header: "Plan",
            cell: (row) => `${row.planType === "*" ? "All plans" : row.planType}, ${row.billingType}`,
            below: (row) => `From ${row.effectiveFrom.slice(0, 10)}`,
          },
          { header: "Month", number: true, cell: (row) => <Money cents={row.monthlyCents} /> },
          { header: "Message", number: true, cell: (row) => <Money cents={row.perMessageCents} /> },
        ]}
      />
    </Card>
  );
}
