import { href, Link } from "react-router";
import { z } from "zod";
import { payoutOutcome } from "#app/domain/partners/schemas.ts";
import { payoutMethodWords } from "#app/domain/partners/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmForm } from "#app/ui/confirmPage.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Field, RadioGroupField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/payout";
import { PayoutBadge } from "./badges.tsx";
import { ReasonField } from "./reasonField.tsx";

const form = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("ask") }),
  payoutOutcome.safeExtend({ intent: z.literal("resolve") }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.partners_payout_page_title() }];

export async function loader({ context, params: { payoutId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /admin/payouts/:payoutId", { payoutId });
}

export const action = formAction(form, async ({ value, api }, { params: { payoutId } }: Route.ActionArgs) => {
  if (value.intent === "ask") {
    await api("POST /admin/payouts/:payoutId/ask", { payoutId });
    return done(href("/revenue-share/payouts/:payoutId", { payoutId }), m.partners_payout_checking_done());
  }
  const { intent: _, ...outcome } = value;
  const { state } = await api("POST /admin/payouts/:payoutId/resolve", { payoutId, ...outcome });
  return done(
    href("/revenue-share/payouts"),
    state === "paid" ? m.partners_payout_paid_done() : m.partners_payout_returned_done(),
  );
});

type Data = Route.ComponentProps["loaderData"];

export default function ShowPayout({ loaderData, actionData }: Route.ComponentProps) {
  const { payout, notices } = loaderData;
  const isOpen = payout.state === "unknown" || (payout.state === "pending" && payout.method === "bank");
  return (
    <>
      <PageHeader
        title={m.partners_payout_title({ amount: formatKes(payout.amountCents) })}
        description={payout.partnerName}
      />
      <div className="grid max-w-3xl gap-4">
        <Card>
          <Facts payout={payout} />
        </Card>
        {payout.state === "unknown" && payout.method === "mpesa" && (
          <Card title={m.partners_payout_check_with_mpesa_title()}>
            <p className="mb-3">{m.partners_payout_checking_text()}</p>
            <Form method="post">
              <Button name="intent" value="ask" variant="secondary">
                {m.partners_payout_check_again_button()}
              </Button>
            </Form>
          </Card>
        )}
        {isOpen && <Resolve actionData={actionData} />}
        {payout.method === "mpesa" && (
          <Card title={m.partners_payout_mpesa_response()}>
            <DataTable
              caption={m.partners_payout_mpesa_response()}
              rows={notices}
              keyOf={(row) => row.id}
              empty={m.partners_payout_none_yet_empty()}
              columns={[
                { header: m.partners_payout_notice(), cell: (row) => row.kind },
                {
                  header: m.common_result(),
                  cell: (row) => row.outcome ?? m.partners_payout_not_read_yet(),
                },
                { header: m.common_when(), cell: (row) => <Time value={row.receivedAt} /> },
              ]}
            />
          </Card>
        )}
      </div>
    </>
  );
}

function Facts({ payout }: Pick<Data, "payout">) {
  return (
    <DescriptionList
      items={[
        { term: m.common_status(), value: <PayoutBadge state={payout.state} /> },
        { term: m.partners_paid_by(), value: payoutMethodWords[payout.method] },
        { term: m.partners_to(), value: `${payout.to}, ${payout.recipientName}` },
        { term: m.partners_started(), value: <Time value={payout.createdAt} /> },
        { term: m.common_our_id(), value: <code className="break-all">{payout.id}</code> },
        ...(payout.receipt ? [{ term: m.common_receipt(), value: payout.receipt }] : []),
        ...(payout.resultDesc ? [{ term: m.common_message(), value: payout.resultDesc }] : []),
        {
          term: m.partners_settlement(),
          value: (
            <Link
              className="link"
              to={href("/revenue-share/settlements/:settlementId", { settlementId: payout.settlementId })}
            >
              {m.partners_payout_view_settlement_link()}
            </Link>
          ),
        },
      ]}
    />
  );
}

function Resolve({ actionData }: Pick<Route.ComponentProps, "actionData">) {
  const result = actionData?.result;
  return (
    <Card title={m.partners_payout_record_result_title()}>
      <ConfirmForm
        answer={actionData}
        confirm={{ label: m.partners_payout_save_result(), intent: "resolve" }}
        keep={{ label: m.common_back(), to: href("/revenue-share/payouts") }}
      >
        <p>{m.partners_payout_check_first_text()}</p>
        <RadioGroupField
          {...fieldProps(result, "outcome")}
          label={m.partners_payout_outcome_label()}
          options={[
            { value: "paid", label: m.partners_payout_was_paid() },
            {
              value: "not_paid",
              label: m.partners_payout_was_not_paid(),
              hint: m.partners_payout_not_paid_hint(),
            },
          ]}
        />
        <Field
          {...fieldProps(result, "receipt")}
          maxLength={40}
          label={m.partners_payout_receipt_label()}
          hint={m.partners_payout_receipt_hint()}
        />
        <ReasonField result={result} hint={m.partners_payout_reason_hint()} />
      </ConfirmForm>
    </Card>
  );
}
