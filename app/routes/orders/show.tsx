import { href, Link } from "react-router";
import { z } from "zod";
import { confirmation } from "#app/domain/sales/orders/schemas.ts";
import { cartProblemWords, orderSourceWords } from "#app/domain/sales/orders/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Phone } from "#app/ui/phone.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import { PaymentOfInvoice, TaxInvoices } from "../etims/taxState.tsx";
import { withCodes } from "../etims/withCodes.server.ts";
import { Refunds } from "../payments/refunds.tsx";
import { askDone } from "../requests/askDone.server.ts";
import type { Route } from "./+types/show";
import { type Found, OrderLines } from "./orderLines.tsx";
import { OrderPayment } from "./orderPayment.tsx";
import { OrderStateBadge } from "./orderState.tsx";

const { tillId } = confirmation.shape;
const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("prompt"), tillId }),
  z.object({ intent: z.literal("account"), tillId }),
  ...(["again", "useCredit", "packed", "delivered", "separate"] as const).map((intent) =>
    z.object({ intent: z.literal(intent) }),
  ),
  z.object({
    intent: z.literal("credit"),
    tillPaymentId: z.string().max(64),
    paymentRefundId: z.string().max(64),
  }),
]);

const wayOf = ({ tillId, intent: way }: { tillId: string; intent: "prompt" | "account" }) => ({
  tillId,
  way,
});

const titleOf = (number: number) => m.orders_order_title({ number: String(number) });

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? titleOf(loaderData.found.order.number) : m.chat_message_type_order() },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await orThrowPage(context.get(apiContext)("GET /orders/:orderId", params));
  const user = context.get(userContext);
  const mays = { mayEdit: may(user, "orders.edit"), mayRefund: may(user, "receipts.refund") };
  return { found: { ...found, invoices: withCodes(found.invoices) }, ...mays };
}

export const action = formAction(schema, async ({ value, api }, { params }: Route.ActionArgs) => {
  const here = href("/orders/:orderId", params);
  switch (value.intent) {
    case "prompt":
    case "account":
      return askDone(here, (await api("POST /orders/:orderId/confirm", { ...params, ...wayOf(value) })).sent);
    case "again":
      await api("POST /orders/:orderId/prompt", params);
      return done(here, m.orders_ask_prompt_done());
    case "useCredit": {
      const { cents } = await api("POST /orders/:orderId/credit", params);
      return done(here, m.requests_credit_done({ amount: formatKes(cents) }));
    }
    case "separate":
      await api("POST /orders/:orderId/separate", params);
      return done(here, m.orders_separate_done());
    case "credit": {
      const { intent: _, ...refund } = value;
      await api("POST /till-payments/:tillPaymentId/refunds/:paymentRefundId/credit", refund);
      return done(here, m.receipts_refund_credited_done());
    }
    case "packed":
    case "delivered":
      await api("POST /orders/:orderId/state", { ...params, state: value.intent });
      return done(here, m.orders_moved_done());
  }
});

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { found, mayEdit, mayRefund } = loaderData;
  const { order, lines } = found;
  const problems = problemsOf(useLastAnswer(actionData)?.result).map(({ text }) => ({ text }));
  return (
    <>
      <PageHeader
        title={titleOf(order.number)}
        description={<OrderStateBadge state={order.state} />}
        list={{ to: href("/orders"), label: m.ui_all_orders() }}
        actions={<Actions order={order} mayEdit={mayEdit} />}
      />
      <ErrorSummary title={m.orders_refused_title()} errors={problems} />
      <Questions order={order} mayEdit={mayEdit} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-6">
          <Card title={m.orders_subtotal()}>
            <OrderLines lines={lines} order={order} />
          </Card>
          {found.history.length > 0 && <History history={found.history} />}
        </div>
        <div className="grid gap-6">
          <Customer found={found} />
          <OrderPayment found={found} mayEdit={mayEdit} />
          <Refunds refunds={found.refunds} mayRefund={mayRefund} />
          <TaxInvoices invoices={found.invoices} of={PaymentOfInvoice} />
        </div>
      </div>
    </>
  );
}

function Actions({ order, mayEdit }: { order: Found["order"]; mayEdit: boolean }) {
  const params = { orderId: order.id };
  const move = (state: "packed" | "delivered", label: string) =>
    order.moves.includes(state) && (
      <Form method="post">
        <Button name="intent" value={state} variant="secondary">
          {label}
        </Button>
      </Form>
    );
  return (
    <>
      {mayEdit && order.state === "draft" && (
        <ButtonLink to={href("/orders/:orderId/edit", params)} variant="secondary">
          {m.orders_edit_link()}
        </ButtonLink>
      )}
      {mayEdit && move("packed", m.orders_packed_button())}
      {mayEdit && move("delivered", m.orders_delivered_button())}
      <ButtonLink to={href("/orders/:orderId/slip", params)} variant="secondary">
        {m.orders_slip_link()}
      </ButtonLink>
      {mayEdit && order.moves.includes("cancelled") && (
        <ButtonLink to={href("/orders/:orderId/cancel", params)} variant="danger-quiet">
          {m.orders_cancel()}
        </ButtonLink>
      )}
    </>
  );
}

/** What a member has to decide before anything else. */
function Questions({ order, mayEdit }: { order: Found["order"]; mayEdit: boolean }) {
  const { repeats, problems, refundCents } = order;
  return (
    <div className="mb-4 grid gap-3">
      {repeats && (
        <Notice tone="warn" title={m.orders_repeated({ number: String(repeats.number) })}>
          {mayEdit && (
            <Form method="post" className="row-actions">
              <Button name="intent" value="separate" variant="secondary">
                {m.orders_repeated_yes()}
              </Button>
              <ButtonLink to={href("/orders/:orderId/cancel", { orderId: order.id })} variant="danger-quiet">
                {m.orders_repeated_no()}
              </ButtonLink>
            </Form>
          )}
        </Notice>
      )}
      {problems.map((problem) => (
        <Notice key={problem} tone="warn" title={cartProblemWords[problem]} />
      ))}
      {refundCents > 0 && (
        <Notice tone="bad" title={m.orders_refund_due({ amount: formatKes(refundCents) })} />
      )}
    </div>
  );
}

function Customer({ found: { order, phone } }: { found: Found }) {
  const { contactId, contact, conversationId, customerPin, deal, note } = order;
  return (
    <Card title={m.common_customer()}>
      <DescriptionList
        items={[
          {
            term: m.common_customer(),
            value: contactId ? (
              <Link className="link wrap-anywhere" to={href("/contacts/:contactId", { contactId })}>
                {contact}
              </Link>
            ) : (
              m.orders_deleted_customer()
            ),
          },
          ...(phone ? [{ term: m.common_phone(), value: <Phone value={phone} /> }] : []),
          ...(customerPin ? [{ term: m.common_kra_pin(), value: customerPin }] : []),
          { term: m.common_source(), value: orderSourceWords[order.source] },
          { term: m.orders_created(), value: <Time value={order.createdAt} /> },
          ...(deal
            ? [
                {
                  term: m.common_deal(),
                  value: (
                    <Link className="link wrap-anywhere" to={href("/deals/:dealId", { dealId: deal.id })}>
                      {deal.title}
                    </Link>
                  ),
                },
              ]
            : []),
          ...(note
            ? [
                {
                  term: m.common_note(),
                  value: <span className="whitespace-pre-wrap wrap-anywhere">{note}</span>,
                },
              ]
            : []),
        ]}
      />
      {conversationId && (
        <p className="mt-3">
          <Link className="link" to={href("/chat/:conversationId", { conversationId })}>
            {m.orders_chat_link()}
          </Link>
        </p>
      )}
    </Card>
  );
}

function History({ history }: Pick<Found, "history">) {
  return (
    <Card title={m.common_history()}>
      <ol className="divide-y divide-line">
        {history.map(({ id, action: title, actor, timestamp }) => (
          <li key={id} className="py-3 first:pt-0 last:pb-0">
            <span className="hint block">
              <Time value={timestamp} />, {actor}
            </span>
            {title}
          </li>
        ))}
      </ol>
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
