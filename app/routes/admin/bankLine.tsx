import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { correctionReason } from "#app/domain/money/corrections/schemas.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Field, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { CalendarDay, Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/bankLine";

const form = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("match"),
    reference: z
      .string({ error: () => m.admin_enter_the_reference() })
      .trim()
      .min(1, { error: () => m.admin_enter_the_reference() })
      .max(40),
  }),
  z.object({ intent: z.literal("ignore"), ignoreBecause: correctionReason }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.admin_bank_transfer_administration() }];

export async function loader({ context, params: { lineId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /admin/bank/lines/:lineId", { lineId }));
}

export const action = formAction(form, async ({ value, api }, { params: { lineId } }: Route.ActionArgs) => {
  const { intent: _, ...settled } = value;
  await api("POST /admin/bank/lines/:lineId", { lineId, ...settled });
  return done(
    href("/admin/payments"),
    value.intent === "match" ? m.admin_the_transfer_is_booked() : m.admin_marked_as_not_ours(),
  );
});

type Guesses = CallOutput<"GET /admin/bank/lines/:lineId">["guesses"];

/** Transfers that customers announced, each to be matched by one click. */
function Guesses({ guesses }: { guesses: Guesses }) {
  return (
    <Card title={m.admin_announced_transfers_that_it_may_be()}>
      <DataTable
        caption={m.admin_announced_transfers()}
        rows={guesses}
        keyOf={(row) => row.reference}
        empty={m.admin_no_announced_transfer_has_this_amount()}
        columns={[
          { header: m.admin_business(), cell: (row) => row.business, below: (row) => row.reference },
          { header: m.common_amount(), number: true, cell: (row) => <Money cents={row.amountCents} /> },
          { header: m.admin_announced(), cell: (row) => <Time value={row.announcedAt} /> },
          {
            header: m.admin_match(),
            plain: "hidden",
            cell: (row) => (
              <Form method="post">
                <input type="hidden" name="reference" value={row.reference} />
                <Button variant="secondary" name="intent" value="match">
                  {m.admin_it_is({ reference: row.reference })}
                </Button>
              </Form>
            ),
          },
        ]}
      />
    </Card>
  );
}

export default function BankLine({ loaderData: { line, guesses }, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const sent = result?.initialValue?.intent;
  const of = (intent: "match" | "ignore") => (sent === intent ? result : undefined);
  return (
    <>
      <PageHeader
        title={m.admin_transfer({ bankReference: line.bankReference })}
        actions={
          <ButtonLink variant="quiet" to={href("/admin/payments")}>
            {m.common_back()}
          </ButtonLink>
        }
      />
      <div className="grid max-w-2xl gap-4">
        <ErrorSummary errors={problemsOf(result)} />
        <Card title={m.admin_on_the_statement()}>
          <DescriptionList
            items={[
              { term: m.common_amount(), value: <Money cents={line.amountCents} /> },
              { term: m.admin_day(), value: <CalendarDay value={line.bookedOn} /> },
              { term: m.common_text(), value: line.narration || "–" },
              { term: m.common_note(), value: line.note ?? "–" },
            ]}
          />
        </Card>
        {line.state === "open" && (
          <>
            <Guesses guesses={guesses} />
            <Card title={m.admin_by_another_reference()}>
              <Form method="post" noValidate className="grid gap-4">
                <Field
                  label={m.admin_reference_of_the_transfer()}
                  name="reference"
                  required
                  autoComplete="off"
                  hint={m.admin_tb_and_seven_characters_as_the()}
                  defaultValue={typedOr(of("match"), "reference", "")}
                  error={errorAt(of("match"), "reference")}
                />
                <p>
                  <Button name="intent" value="match">
                    {m.admin_book_it()}
                  </Button>
                </p>
              </Form>
            </Card>
            <Card title={m.admin_it_is_not_for_us()}>
              <Form method="post" noValidate className="grid gap-4">
                <TextareaField
                  label={m.admin_why_it_is_not_ours()}
                  name="ignoreBecause"
                  rows={2}
                  required
                  defaultValue={typedOr(of("ignore"), "ignoreBecause", "")}
                  error={errorAt(of("ignore"), "ignoreBecause")}
                />
                <p>
                  <Button variant="danger" name="intent" value="ignore">
                    {m.admin_mark_as_not_ours()}
                  </Button>
                </p>
              </Form>
            </Card>
          </>
        )}
      </div>
    </>
  );
}
