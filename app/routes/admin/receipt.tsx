import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { refundForm } from "#app/domain/money/corrections/schemas.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmForm } from "#app/ui/confirmPage.tsx";
import { TextareaField } from "#app/ui/field.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/receipt";
import { reversalStates } from "./reversalStates.ts";

export const meta: Route.MetaFunction = () => [{ title: m.admin_receipt_page_title() }];

export async function loader({ context, params: { receipt } }: Route.LoaderArgs) {
  return pageApi(context)("GET /admin/payments/receipts/:receipt", { receipt });
}

export const action = formAction(refundForm, async ({ value, api }, { params }: Route.ActionArgs) => {
  const { receipt } = params;
  await api("POST /admin/payments/receipts/:receipt/reverse", { receipt, reason: value.reason });
  return done(
    href("/admin/payments/receipts/:receipt", { receipt }),
    m.admin_receipt_refund_requested_done(),
  );
});

const states = lazy({
  credited: m.admin_receipt_in_wallet,
  claimed: m.admin_receipt_in_wallet,
  unconfirmed: m.admin_receipt_states_unconfirmed,
  suspense: m.admin_receipt_states_suspense,
  reversed: m.admin_refunded,
});

type Reversals = CallOutput<"GET /admin/payments/receipts/:receipt">["reversals"];

function Reversals({ reversals }: { reversals: Reversals }) {
  return (
    <Card title={m.admin_refunded_by_mpesa_title()}>
      <ul className="grid gap-3">
        {reversals.map(({ id, state, reason, createdAt, reversalReceipt, resultDesc }) => (
          <li key={id}>
            <Badge tone={reversalStates[state].tone}>{reversalStates[state].label}</Badge>{" "}
            <Time value={createdAt} />
            {m.common_colon()} {reason}
            {reversalReceipt && <> {m.admin_receipt_mpesa_receipt({ reversalReceipt })}</>}
            {state === "failed" && resultDesc && <> {m.admin_receipt_mpesa_says({ resultDesc })}</>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

export default function ReceiptPage({ loaderData, actionData }: Route.ComponentProps) {
  const { receipt, business, reversals } = loaderData;
  const result = actionData?.result;
  return (
    <>
      <PageHeader
        title={m.admin_receipt_title({ receipt: receipt.receipt })}
        actions={
          <>
            {receipt.state === "suspense" && (
              <ButtonLink
                to={href("/admin/billing/work/:list/:itemId", {
                  list: "unmatched",
                  itemId: receipt.receipt,
                })}
              >
                {m.admin_credit_organisation()}
              </ButtonLink>
            )}
            <ButtonLink
              variant="quiet"
              to={
                receipt.state === "suspense"
                  ? `${href("/admin/billing/work")}?list=unmatched`
                  : href("/admin/payments")
              }
            >
              {m.common_back()}
            </ButtonLink>
          </>
        }
      />
      <div className="grid max-w-2xl gap-4">
        <Card title={m.admin_payment()}>
          <DescriptionList
            items={[
              { term: m.common_amount(), value: <Money cents={receipt.amountCents} /> },
              { term: m.common_paid(), value: <Time value={receipt.paidAt} /> },
              {
                term: m.admin_account_entered(),
                value: receipt.account || m.admin_payments_no_account_entered(),
              },
              { term: m.admin_receipt_payer(), value: receipt.payer || "–" },
              { term: m.common_status(), value: states[receipt.state] },
              { term: m.common_business(), value: business ?? "–" },
              { term: m.common_note(), value: receipt.note ?? "–" },
            ]}
          />
        </Card>
        {reversals.length > 0 && <Reversals reversals={reversals} />}
        {receipt.state !== "reversed" && receipt.state !== "unconfirmed" && (
          <Card title={m.admin_receipt_refund_payer_title()}>
            <ConfirmForm
              answer={actionData}
              confirm={{ label: m.admin_receipt_refund_label() }}
              keep={{ label: m.common_cancel(), to: href("/admin/payments") }}
            >
              <p>
                <ParaglideMessage
                  message={m.admin_receipt_refund_text}
                  markup={{ money: () => <Money cents={receipt.amountCents} /> }}
                />
              </p>
              <TextareaField
                {...fieldProps(result, "reason")}
                maxLength={300}
                label={m.common_reason()}
                rows={2}
                required
                hint={m.admin_organisation_sees_hint()}
              />
            </ConfirmForm>
          </Card>
        )}
      </div>
    </>
  );
}
