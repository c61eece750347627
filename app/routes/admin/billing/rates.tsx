import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { Form, href } from "react-router";
import { z } from "zod";
import { marketName, metaWord } from "#app/domain/console/billing/words.ts";
import { planWords } from "#app/platform/money/planTypes.ts";
import { formatCount, formatFine } from "#app/platform/numbers/counts.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { longDay } from "#app/platform/time/dayWords.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { CalendarDay } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/rates";
import { BillingTabs } from "./billingTabs.tsx";
import { MessageCost } from "./messageCost.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.admin_rates_page_title() }];

const query = z.object({ message: z.string().trim().max(64).catch("").default("") });

export async function loader({ request, context }: Route.LoaderArgs) {
  const { message } = query.parse(Object.fromEntries(new URL(request.url).searchParams));
  const api = context.get(apiContext);
  const rates = await orThrowPage(api("GET /admin/rates", {}));
  const cost =
    message === ""
      ? undefined
      : await api("GET /admin/messages/:messageId/cost", { messageId: message }).catch(() => null);
  return { message, rates, cost };
}

/** The newest in force; future ones are labelled. */
function holds(day: string, today: string, later: readonly string[]): string {
  if (day > today) return m.admin_rates_upcoming();
  return later.some((other) => other > day && other <= today)
    ? m.admin_rates_past()
    : m.admin_rates_in_force();
}

export default function Rates({ loaderData }: Route.ComponentProps) {
  const { message, cost } = loaderData;
  return (
    <>
      <PageHeader
        title={m.admin_rates()}
        description={m.admin_rates_lead()}
        actions={
          <>
            <ButtonLink variant="secondary" to={href("/admin/billing/rates/exchange")}>
              {m.admin_add_exchange_rate()}
            </ButtonLink>
            <ButtonLink to={href("/admin/billing/rates/new")}>{m.admin_add_rate()}</ButtonLink>
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
        <Card title={m.admin_rates_cost_of_one_message_title()}>
          <Form className="grid gap-4" action="#cost" id="cost">
            <Field
              label={m.admin_rates_message_label()}
              name="message"
              defaultValue={message}
              maxLength={64}
            />
            <FormActions submitLabel={m.common_show()} variant="secondary" />
          </Form>
          {cost === null && <p className="hint">{m.admin_rates_message_not_found()}</p>}
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
    <Card title={m.admin_rates_meta_rates_title()}>
      <DataTable
        caption={m.admin_rates_metas_rates_caption()}
        rows={rates}
        keyOf={(row) => row.id}
        columns={[
          {
            header: m.common_category(),
            cell: (row) => metaWord(row.category),
            below: (row) => marketName(row.market),
          },
          { header: "USD", number: true, cell: (row) => formatFine(row.microUsd / 1_000_000) },
          { header: m.admin_from(), cell: (row) => <CalendarDay value={row.effectiveFrom} /> },
          { header: m.common_status(), cell: (row) => holds(row.effectiveFrom, today, others(row)) },
          { header: m.common_reason(), cell: (row) => row.reason },
        ]}
      />
      {free && (
        <p className="hint mt-2">
          <ParaglideMessage
            message={m.admin_rates_free_service_text}
            markup={{
              messages: () => <>{formatCount(free.messages)}</>,
              effectiveFrom: () => <CalendarDay value={free.effectiveFrom} />,
            }}
          />
        </p>
      )}
    </Card>
  );
}

function ExchangeRates({ rates: { exchange, today } }: { rates: Found }) {
  const days = exchange.map(({ effectiveFrom }) => effectiveFrom);
  return (
    <Card title={m.admin_exchange_rate()}>
      <DataTable
        caption={m.admin_rates_exchange_rates_caption()}
        rows={exchange}
        keyOf={(row) => row.id}
        columns={[
          {
            header: m.admin_from(),
            cell: (row) => <CalendarDay value={row.effectiveFrom} />,
            below: (row) => row.reason,
          },
          {
            header: m.admin_billing_usd_rate_label(),
            number: true,
            cell: (row) => formatFine(row.kesPerUsdE4 / 10_000),
          },
          { header: m.common_status(), cell: (row) => holds(row.effectiveFrom, today, days) },
        ]}
      />
    </Card>
  );
}

function Prices({ rates: { prices } }: { rates: Found }) {
  return (
    <Card
      title={m.admin_rates_our_prices()}
      actions={
        <ButtonLink variant="secondary" to={href("/admin/billing/rates/price")}>
          {m.admin_add_price()}
        </ButtonLink>
      }
    >
      <DataTable
        caption={m.admin_rates_our_prices()}
        rows={prices}
        keyOf={(row) => row.id}
        columns={[
          {
            header: m.common_plan(),
            cell: (row) =>
              planWords(row.planType === "*" ? m.admin_all_plans() : row.planType, row.billingType),
            below: (row) =>
              m.admin_rates_from({ effectiveFrom: longDay(dayOf(new Date(row.effectiveFrom))) }),
          },
          { header: m.common_month(), number: true, cell: (row) => <Money cents={row.monthlyCents} /> },
          { header: m.common_message(), number: true, cell: (row) => <Money cents={row.perMessageCents} /> },
        ]}
      />
    </Card>
  );
}
