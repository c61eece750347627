import { href, Link } from "react-router";
import { z } from "zod";
import { payoutOutcome } from "#app/domain/partners/schemas.ts";
import { payoutMethodWords } from "#app/domain/partners/words.ts";
import { formatKes } from "#app/platform/money.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmForm } from "#app/ui/confirmPage.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Field, RadioGroupField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/payout";
import { PayoutBadge } from "./badges.tsx";
import { ReasonField } from "./reasonField.tsx";

const form = z.union([
  z.object({ intent: z.literal("ask") }),
  payoutOutcome.and(z.object({ intent: z.literal("resolve") })),
]);

export const meta: Route.MetaFunction = () => [{ title: "Payout – Revenue Share" }];

export async function loader({ context, params: { payoutId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /admin/payouts/:payoutId", { payoutId }));
}

export const action = formAction(form, async ({ value, api }, { params: { payoutId } }: Route.ActionArgs) => {
  if (value.intent === "ask") {
    await api("POST /admin/payouts/:payoutId/ask", { payoutId });
    return done(
      href("/revenue-share/payouts/:payoutId", { payoutId }),
      "M-Pesa is asked; look again in a minute.",
    );
  }
  const { intent: _, ...outcome } = value;
  const { state } = await api("POST /admin/payouts/:payoutId/resolve", { payoutId, ...outcome });
  return done(
    href("/revenue-share/payouts"),
    state === "paid" ? "The payout is marked as paid." : "The money is back in the partner’s earnings.",
  );
});

type Data = Route.ComponentProps["loaderData"];

export default function ShowPayout({ loaderData, actionData }: Route.ComponentProps) {
  const { payout, notices } = loaderData;
  const isOpen = payout.state === "unknown" || (payout.state === "pending" && payout.method === "bank");
  return (
    <>
      <PageHeader title={`Payout of ${formatKes(payout.amountCents)}`} description={payout.partnerName} />
      <div className="grid max-w-3xl gap-4">
        <Card>
          <Facts payout={payout} />
        </Card>
        {payout.state === "unknown" && payout.method === "mpesa" && (
          <Card title="Ask M-Pesa">
            <p className="mb-3">
              We ask by our own id of the payout. A second payout is never made while this one is unknown.
            </p>
            <Form method="post">
              <Button name="intent" value="ask" variant="secondary">
                Ask M-Pesa again
              </Button>
            </Form>
          </Card>
        )}
        {isOpen && <Resolve actionData={actionData} />}
        {payout.method === "mpesa" && (
          <Card title="What M-Pesa told">
            <DataTable
              caption="What M-Pesa told"
              rows={notices}
              keyOf={(row) => row.id}
              empty="Nothing yet."
              columns={[
                { header: "Notice", cell: (row) => row.kind },
                { header: "What came of it", cell: (row) => row.outcome ?? "Not read yet" },
                { header: "When", cell: (row) => <Time value={row.receivedAt} /> },
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
        { term: "State", value: <PayoutBadge state={payout.state} /> },
        { term: "Paid by", value: payoutMethodWords[payout.method] },
        { term: "To", value: `${payout.to}, ${payout.recipientName}` },
        { term: "Begun", value: <Time value={payout.createdAt} /> },
        { term: "Our id at M-Pesa", value: <code className="break-all">{payout.id}</code> },
        ...(payout.receipt ? [{ term: "Receipt", value: payout.receipt }] : []),
        ...(payout.resultDesc ? [{ term: "Said", value: payout.resultDesc }] : []),
        {
          term: "Settlement",
          value: (
            <Link
              className="link"
              to={href("/revenue-share/settlements/:settlementId", { settlementId: payout.settlementId })}
            >
              See the settlement
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
    <Card title="Say how it ended">
      <ConfirmForm
        answer={actionData}
        confirm={{ label: "Save how it ended", intent: "resolve" }}
        keep={{ label: "Back", to: href("/revenue-share/payouts") }}
      >
        <p>Look it up in the portal of M-Pesa or on the bank’s statement first.</p>
        <RadioGroupField
          label="Was it paid?"
          name="outcome"
          defaultValue={typedOr(result, "outcome", "")}
          error={errorAt(result, "outcome")}
          options={[
            { value: "paid", label: "It was paid" },
            {
              value: "not_paid",
              label: "It was not paid",
              hint: "The money goes back to the partner’s earnings.",
            },
          ]}
        />
        <Field
          label="Receipt or bank reference"
          name="receipt"
          hint="Where it was paid."
          defaultValue={typedOr(result, "receipt", "")}
          error={errorAt(result, "receipt")}
        />
        <ReasonField result={result} hint="How you know it. It is kept in the record of the partner." />
      </ConfirmForm>
    </Card>
  );
}
