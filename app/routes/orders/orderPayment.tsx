import { href, Link } from "react-router";
import { formatKes } from "#app/platform/money/money.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, DescriptionList } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";
import type { Found } from "./orderLines.tsx";

/** What the customer was asked for, what they paid, and how to ask again. */
export function OrderPayment({ found, mayEdit }: { found: Found; mayEdit: boolean }) {
  const { order, requests, payments, creditCents } = found;
  const [request] = requests;
  return (
    <Card title={m.common_payment()}>
      {!request && order.paidCents === 0 && <p className="text-muted">{m.orders_payment_none()}</p>}
      {!request && order.paidCents > 0 && (
        <DescriptionList items={[{ term: m.common_paid(), value: <Money cents={order.paidCents} /> }]} />
      )}
      {request && (
        <DescriptionList
          items={[
            {
              term: request.till,
              value: m.orders_payment_how({
                kind: request.tillKind === "paybill" ? m.tills_kind_paybill() : m.requests_till(),
                number: request.tillNumber,
                account: request.account,
              }),
            },
            { term: m.common_paid(), value: <Money cents={order.paidCents} /> },
            ...(order.state === "waiting"
              ? [
                  {
                    term: m.orders_payment_left(),
                    value: <Money cents={order.totalCents - order.paidCents} />,
                  },
                ]
              : []),
          ]}
        />
      )}
      <ul className="mt-3 grid gap-1">
        {payments.map((payment) => (
          <li key={payment.id} className="wrap-anywhere">
            <Link className="link" to={href("/payments/:tillPaymentId", { tillPaymentId: payment.id })}>
              {paymentLine(payment)}
            </Link>{" "}
            <span className="hint">
              <Time value={payment.paidAt} />
            </span>
          </li>
        ))}
      </ul>
      {creditCents > 0 && <p className="hint mt-3">{m.orders_credit({ amount: formatKes(creditCents) })}</p>}
      {creditCents > 0 && mayEdit && order.state === "waiting" && (
        <Form method="post" className="mt-2">
          <Button name="intent" value="useCredit" variant="secondary">
            {m.requests_credit_button()}
          </Button>
        </Form>
      )}
      {order.state === "waiting" && request && <AskAgain request={request} mayEdit={mayEdit} />}
      {order.state === "draft" && mayEdit && !order.repeats && <Ask found={found} />}
    </Card>
  );
}

const paymentLine = ({ receipt, amountCents, allocatedCents }: Found["payments"][number]) =>
  amountCents === allocatedCents
    ? m.orders_payment_receipt({ receipt, amount: formatKes(amountCents) })
    : m.orders_payment_too_much({
        receipt,
        paid: formatKes(amountCents),
        used: formatKes(allocatedCents),
      });

function Ask({ found: { order, tills, lines } }: { found: Found }) {
  if (lines.length === 0) return <p className="mt-3">{m.orders_ask_no_items()}</p>;
  if (tills.length === 0)
    return (
      <div className="mt-4 grid gap-3">
        <p>{m.orders_ask_no_till()}</p>
        <p>
          <ButtonLink variant="secondary" to={href("/integrations")}>
            {m.common_integrations()}
          </ButtonLink>
        </p>
      </div>
    );
  return (
    <Form method="post" className="mt-4 grid gap-3">
      <h3>{m.orders_ask_title()}</h3>
      <p className="hint">{m.orders_ask_lead()}</p>
      {tills.length > 1 ? (
        <SelectField
          name="tillId"
          label={m.orders_ask_till()}
          options={tills.map(({ id, name, number }) => ({ value: id, label: `${name}, ${number}` }))}
        />
      ) : (
        <input type="hidden" name="tillId" value={tills[0]?.id} />
      )}
      <p className="row-actions">
        {order.contactId && (
          <Button name="intent" value="prompt">
            {m.orders_ask_prompt_button()}
          </Button>
        )}
        <Button name="intent" value="account" variant="secondary">
          {m.orders_ask_account_button()}
        </Button>
      </p>
    </Form>
  );
}

/** While a prompt is on the phone there is nothing to press. */
function AskAgain({ request, mayEdit }: { request: Found["requests"][number]; mayEdit: boolean }) {
  const { id: paymentRequestId, state } = request;
  if (state === "prompted" || state === "unknown")
    return <p className="hint mt-3">{m.orders_payment_prompted()}</p>;
  return (
    <div className="mt-4 grid gap-3">
      {state === "failed" && <p>{m.orders_payment_failed()}</p>}
      <p>
        <Link className="link" to={href("/requests/:paymentRequestId", { paymentRequestId })}>
          {m.orders_payment_request_link()}
        </Link>
      </p>
      {(state === "expired" || state === "cancelled") && <p>{m.orders_payment_ended()}</p>}
      {mayEdit && (
        <Form method="post">
          <Button name="intent" value="again">
            {m.orders_ask_prompt_button()}
          </Button>
        </Form>
      )}
    </div>
  );
}
