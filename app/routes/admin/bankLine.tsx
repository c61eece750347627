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
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/bankLine";

const form = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("match"),
    reference: z.string({ error: "Enter the reference" }).trim().min(1, "Enter the reference").max(40),
  }),
  z.object({ intent: z.literal("ignore"), ignoreBecause: correctionReason }),
]);

export const meta: Route.MetaFunction = () => [{ title: "Bank transfer – Administration" }];

export async function loader({ context, params: { lineId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /admin/bank/lines/:lineId", { lineId }));
}

export const action = formAction(form, async ({ value, api }, { params: { lineId } }: Route.ActionArgs) => {
  const { intent: _, ...settled } = value;
  await api("POST /admin/bank/lines/:lineId", { lineId, ...settled });
  return done(
    href("/admin/payments"),
    value.intent === "match" ? "The transfer is booked." : "Marked as not ours.",
  );
});

type Guesses = CallOutput<"GET /admin/bank/lines/:lineId">["guesses"];

/** Transfers that customers announced, each to be matched by one click. */
function Guesses({ guesses }: { guesses: Guesses }) {
  return (
    <Card title="Announced transfers that it may be">
      <DataTable
        caption="Announced transfers"
        rows={guesses}
        keyOf={(row) => row.reference}
        empty="No announced transfer has this amount or a reference like it."
        columns={[
          { header: "Business", cell: (row) => row.business, below: (row) => row.reference },
          { header: "Amount", number: true, cell: (row) => <Money cents={row.amountCents} /> },
          { header: "Announced", cell: (row) => <Time value={row.announcedAt} /> },
          {
            header: "Match",
            plain: "hidden",
            cell: (row) => (
              <Form method="post">
                <input type="hidden" name="reference" value={row.reference} />
                <Button variant="secondary" name="intent" value="match">
                  It is {row.reference}
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
        title={`Transfer ${line.bankReference}`}
        actions={
          <ButtonLink variant="quiet" to={href("/admin/payments")}>
            Back
          </ButtonLink>
        }
      />
      <div className="grid max-w-2xl gap-4">
        <ErrorSummary errors={problemsOf(result)} />
        <Card title="On the statement">
          <DescriptionList
            items={[
              { term: "Amount", value: <Money cents={line.amountCents} /> },
              { term: "Day", value: line.bookedOn },
              { term: "Text", value: line.narration || "–" },
              { term: "Note", value: line.note ?? "–" },
            ]}
          />
        </Card>
        {line.state === "open" && (
          <>
            <Guesses guesses={guesses} />
            <Card title="By another reference">
              <Form method="post" noValidate className="grid gap-4">
                <Field
                  label="Reference of the transfer"
                  name="reference"
                  required
                  autoComplete="off"
                  hint="TB and seven characters, as the customer was told"
                  defaultValue={typedOr(of("match"), "reference", "")}
                  error={errorAt(of("match"), "reference")}
                />
                <p>
                  <Button name="intent" value="match">
                    Book it
                  </Button>
                </p>
              </Form>
            </Card>
            <Card title="It is not for us">
              <Form method="post" noValidate className="grid gap-4">
                <TextareaField
                  label="Why it is not ours"
                  name="ignoreBecause"
                  rows={2}
                  required
                  defaultValue={typedOr(of("ignore"), "ignoreBecause", "")}
                  error={errorAt(of("ignore"), "ignoreBecause")}
                />
                <p>
                  <Button variant="danger" name="intent" value="ignore">
                    Mark as not ours
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
