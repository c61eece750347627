import { data, href } from "react-router";
import { z } from "zod";
import { handOnForm } from "#app/domain/console/billing/schemas.ts";
import { ageOf, type WorkList, workLists } from "#app/domain/console/billing/words.ts";
import { reasonForm } from "#app/domain/console/schemas.ts";
import { transferReference } from "#app/domain/money/bank/schemas.ts";
import { assignForm } from "#app/domain/money/corrections/schemas.ts";
import { creditReason } from "#app/domain/money/invoices/schemas.ts";
import { taxCorrection } from "#app/domain/money/tax/schemas.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { type FormResult, fieldProps, problemsOf, reasonFor, resultOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/workItem";
import { Act } from "./workAct.tsx";

const form = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("take") }),
  handOnForm.extend({ intent: z.literal("hand_on") }),
  z.object({ intent: z.literal("match"), reference: transferReference }),
  z.object({ intent: z.literal("ignore"), ignoreBecause: creditReason }),
  assignForm.extend({ intent: z.literal("assign") }),
  reasonForm.extend({ intent: z.literal("ask") }),
  taxCorrection.extend({ intent: z.literal("retry") }),
]);

const placeOf = ({ list, itemId }: Route.LoaderArgs["params"]) => {
  if (!(list in workLists)) throw data(m.admin_work_item_list_not_found(), { status: 404 });
  return { list: list as WorkList, itemId };
};

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.admin_work_item_page_title({ itemTitle: loaderData.item.title }) },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const place = placeOf(params);
  const found = await pageApi(context)("GET /admin/work/:list/:itemId", place);
  return { ...found, list: place.list };
}

export const action = formAction(form, async ({ value, api }, { params }: Route.ActionArgs) => {
  const place = placeOf(params);
  const { itemId } = place;
  const listed = `${href("/admin/billing/work")}?list=${place.list}`;
  const here = href("/admin/billing/work/:list/:itemId", place);
  switch (value.intent) {
    case "take":
      await api("POST /admin/work/:list/:itemId/take", place);
      return done(here, m.admin_work_item_assigned_to_you_done());
    case "hand_on": {
      const { to, reason } = value;
      const { email } = await api("POST /admin/work/:list/:itemId/hand-on", { ...place, to, reason });
      return done(here, m.admin_work_item_assigned({ email }));
    }
    case "match":
      await api("POST /admin/bank/lines/:lineId", { lineId: itemId, reference: value.reference });
      return done(listed, m.admin_work_item_transfer_booked_done());
    case "ignore":
      await api("POST /admin/bank/lines/:lineId", { lineId: itemId, ignoreBecause: value.ignoreBecause });
      return done(listed, m.admin_bank_line_marked_not_ours_done());
    case "assign":
      await api("POST /admin/payments/assign", {
        receipt: itemId,
        organisation: value.organisation,
        reason: value.reason,
      });
      return done(listed, m.admin_work_item_assigned_done());
    case "ask":
      await api("POST /admin/work/unknown/:itemId/ask-again", { itemId, reason: value.reason });
      return done(here, m.admin_work_item_checked_done());
    case "retry": {
      const { intent: _, ...correction } = value;
      const { number } = await api("POST /admin/tax-documents/:invoiceId/retry", {
        ...correction,
        invoiceId: itemId,
      });
      return done(listed, m.admin_work_item_retried_done({ number }));
    }
  }
});

export default function WorkItem({ loaderData, actionData }: Route.ComponentProps) {
  const { item, now, list } = loaderData;
  const result = actionData?.result;
  return (
    <>
      <PageHeader
        title={item.title}
        description={workLists[list].label}
        actions={
          <>
            {list === "unmatched" && item.kind === "mpesa_receipt" && (
              <ButtonLink
                variant="secondary"
                to={href("/admin/payments/receipts/:receipt", { receipt: item.id })}
              >
                {m.admin_billing_entry_refund_link()}
              </ButtonLink>
            )}
            {item.kind === "payout" && (
              <ButtonLink
                variant="secondary"
                to={href("/revenue-share/payouts/:payoutId", { payoutId: item.id })}
              >
                {m.admin_work_item_view_payout_link()}
              </ButtonLink>
            )}
            <ButtonLink variant="quiet" to={`${href("/admin/billing/work")}?list=${list}`}>
              {m.admin_work_item_back_to_list_link()}
            </ButtonLink>
          </>
        }
      />
      <div className="grid max-w-2xl gap-4">
        <ErrorSummary
          errors={problemsOf(
            result,
            result?.initialValue?.intent === "hand_on" ? reasonFor("hand-on") : undefined,
          )}
        />
        <Card>
          <DescriptionList
            items={[
              { term: m.common_details(), value: item.details || "–" },
              { term: m.common_amount(), value: <Money cents={item.amountCents} /> },
              { term: m.common_business(), value: item.businessName ?? m.common_value_unknown() },
              { term: m.common_since(), value: <Time value={item.since} /> },
              { term: m.admin_work_age(), value: ageOf(item.since, now) },
              { term: m.common_owner(), value: item.owner ?? m.common_unassigned() },
            ]}
          />
          {item.owner === null && (
            <Form method="post" className="mt-4">
              <Button name="intent" value="take">
                {m.common_assign_to_me()}
              </Button>
            </Form>
          )}
        </Card>
        <Act of={loaderData} result={result} />
        <HandOn colleagues={loaderData.colleagues.filter(({ id }) => id !== item.ownerId)} result={result} />
      </div>
    </>
  );
}

function HandOn({
  colleagues,
  result,
}: Pick<Route.ComponentProps["loaderData"], "colleagues"> & {
  result: FormResult;
}) {
  const own = resultOf(result, "hand_on");
  if (colleagues.length === 0) return null;
  return (
    <Card title={m.common_assign()}>
      <Form method="post" noValidate renews className="grid gap-4">
        <SelectField
          {...fieldProps(own, "to", colleagues[0]?.id ?? "")}
          label={m.admin_work_item_to_label()}
          options={colleagues.map(({ id, email }) => ({ value: id, label: email }))}
        />
        <Field
          {...fieldProps(own, "reason")}
          maxLength={500}
          label={m.common_reason()}
          id="reason-hand-on"
          required
        />
        <FormActions submitLabel={m.common_assign()} intent="hand_on" variant="secondary" />
      </Form>
    </Card>
  );
}
