import { href, Link } from "react-router";
import { z } from "zod";
import { owner } from "#app/domain/sales/payments/schemas.ts";
import { matchedByWords } from "#app/domain/sales/payments/words.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Money } from "#app/ui/money.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import { TaxInvoices } from "../etims/taxState.tsx";
import { withCodes } from "../etims/withCodes.server.ts";
import type { Route } from "./+types/show";
import { Owners } from "./owners.tsx";
import { PaymentState } from "./paymentState.tsx";
import { Refunds } from "./refunds.tsx";
import { PaidParts, SubjectLink } from "./subject.tsx";

const schema = z.discriminatedUnion("intent", [
  owner.extend({ intent: z.literal("assign") }),
  z.object({ intent: z.literal("confirm") }),
  z.object({ intent: z.literal("check") }),
  z.object({ intent: z.literal("credit"), paymentRefundId: z.string().max(64) }),
]);

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.payment.receipt ?? m.common_payment() },
];

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const user = context.get(userContext);
  const found = await orThrowPage(api("GET /till-payments/:tillPaymentId", params));
  const search = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, 100);
  const { contacts } =
    search === "" || found.payment.state !== "unmatched"
      ? { contacts: [] }
      : await orThrowPage(api("GET /contacts", { search }));
  return {
    ...found,
    invoices: withCodes(found.invoices),
    search,
    contacts: contacts.slice(0, 10).map(({ id, name, phone }) => ({ contactId: id, name, phone })),
    mayMatch: may(user, "receipts.match"),
    mayRefund: may(user, "receipts.refund"),
  };
}

export const action = formAction(schema, async ({ value, api }, { params }: Route.ActionArgs) => {
  const here = href("/payments/:tillPaymentId", params);
  switch (value.intent) {
    case "assign":
      await api("POST /till-payments/:tillPaymentId/assign", { ...params, contactId: value.contactId });
      return done(here, m.receipts_assigned_done());
    case "confirm":
      await api("POST /till-payments/:tillPaymentId/confirm", params);
      return done(here, m.receipts_confirmed_done());
    case "credit": {
      const { paymentRefundId } = value;
      await api("POST /till-payments/:tillPaymentId/refunds/:paymentRefundId/credit", {
        ...params,
        paymentRefundId,
      });
      return done(here, m.receipts_refund_credited_done());
    }
    case "check":
      await api("POST /till-payments/:tillPaymentId/refund/check", params);
      return done(here, m.receipts_refund_checked_done());
  }
});

/** A payment: what it paid, whose it is or may be, and what went back. */
export default function Payment({ loaderData, actionData }: Route.ComponentProps) {
  const { payment, mayMatch, mayRefund } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  const isRefundable = payment.state === "matched" || payment.state === "unmatched";
  return (
    <>
      <PageHeader
        title={payment.receipt}
        description={payment.till}
        list={{ to: href("/payments"), label: m.receipts_filter_all() }}
        actions={
          mayRefund &&
          isRefundable && (
            <ButtonLink
              variant="secondary"
              to={href("/payments/:tillPaymentId/refund", { tillPaymentId: payment.id })}
            >
              {m.receipts_refund_link()}
            </ButtonLink>
          )
        }
      />
      <ErrorSummary errors={problemsOf(result)} />
      {payment.state === "unconfirmed" && <Unconfirmed mayConfirm={mayRefund} />}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Facts payment={payment} />
        <PaidParts parts={loaderData.paid} />
        {payment.state === "unmatched" && <Owners shown={loaderData} mayMatch={mayMatch} />}
        <Refunds refunds={loaderData.refunds} mayRefund={mayRefund} mayCheck={mayRefund} />
        <TaxInvoices invoices={loaderData.invoices} of={SubjectLink} />
      </div>
    </>
  );
}

const Unconfirmed = ({ mayConfirm }: { mayConfirm: boolean }) => (
  <Notice tone="info" title={m.receipts_state_unconfirmed()}>
    <p>{m.receipts_unconfirmed_text()}</p>
    {mayConfirm && (
      <Form method="post" className="mt-3">
        <Button variant="secondary" name="intent" value="confirm">
          {m.receipts_confirm_button()}
        </Button>
      </Form>
    )}
  </Notice>
);

function Facts({ payment }: Pick<Route.ComponentProps["loaderData"], "payment">) {
  return (
    <Card title={m.common_payment()}>
      <DescriptionList
        items={[
          { term: m.common_amount(), value: <Money cents={payment.amountCents} /> },
          { term: m.common_time(), value: <Time value={payment.paidAt} /> },
          { term: m.common_status(), value: <PaymentState state={payment.state} /> },
          { term: m.common_account_number(), value: payment.account || "–" },
          { term: m.receipts_payer(), value: payment.payer || "–" },
          ...(payment.payerName ? [{ term: m.receipts_payer_name(), value: payment.payerName }] : []),
          ...(payment.contactId
            ? [
                {
                  term: m.common_contact(),
                  value: (
                    <Link
                      className="link wrap-anywhere"
                      to={href("/contacts/:contactId", { contactId: payment.contactId })}
                    >
                      {payment.contact}
                    </Link>
                  ),
                },
              ]
            : []),
          ...(payment.matchedBy
            ? [{ term: m.receipts_matched_by(), value: matchedByWords[payment.matchedBy] }]
            : []),
          ...(payment.creditCents > 0
            ? [{ term: m.receipts_credit(), value: <Money cents={payment.creditCents} /> }]
            : []),
          ...(payment.refundedCents > 0
            ? [{ term: m.receipts_refunded(), value: <Money cents={payment.refundedCents} /> }]
            : []),
        ]}
      />
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
