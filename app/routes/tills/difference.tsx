import { href } from "react-router";
import { z } from "zod";
import { explanation } from "#app/domain/sales/statement/schemas.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Button } from "#app/ui/button.tsx";
import { TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/difference";
import { differenceWords } from "./differenceWords.ts";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("take") }),
  explanation.extend({ intent: z.literal("close") }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.tills_difference() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await orThrowPage(
    context.get(apiContext)("GET /tills/:tillId/differences/:tillDifferenceId", params),
  );
  return { ...found, mayMatch: may(context.get(userContext), "receipts.match") };
}

export const action = formAction(schema, async ({ value, api }, { params }: Route.ActionArgs) => {
  if (value.intent === "take") {
    await api("POST /tills/:tillId/differences/:tillDifferenceId/take", params);
    return done(
      href("/integrations/mpesa/:tillId/differences/:tillDifferenceId", params),
      m.tills_taken_done(),
    );
  }
  await api("POST /tills/:tillId/differences/:tillDifferenceId/close", {
    ...params,
    explanation: value.explanation,
  });
  return done(href("/integrations/mpesa/:tillId/statement", params), m.tills_difference_closed_done());
});

/** A payment that differs from M-Pesa's list, for the member who explains it. */
export default function Difference({ loaderData, actionData }: Route.ComponentProps) {
  const { till, difference, mayMatch } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  const isOpen = difference.state === "open";
  return (
    <>
      <PageHeader
        title={m.tills_difference_of({ receipt: difference.receipt })}
        description={differenceWords[difference.kind]}
      />
      <ErrorSummary errors={problemsOf(result)} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Facts shown={loaderData} />
        {isOpen && mayMatch && (
          <Card title={m.tills_difference_explain()}>
            <Form method="post" className="mb-4">
              <Button variant="secondary" name="intent" value="take">
                {m.tills_take_button()}
              </Button>
            </Form>
            <Form method="post" noValidate className="grid gap-4">
              <TextareaField
                {...fieldProps(result, "explanation")}
                label={m.tills_explanation()}
                hint={m.tills_explanation_hint()}
                maxLength={500}
                rows={3}
                required
              />
              <FormActions
                submitLabel={m.tills_close_button()}
                intent="close"
                cancelTo={href("/integrations/mpesa/:tillId/statement", { tillId: till.id })}
              />
            </Form>
          </Card>
        )}
      </div>
    </>
  );
}

const Facts = ({ shown: { till, difference } }: { shown: Route.ComponentProps["loaderData"] }) => (
  <Card title={m.tills_difference()}>
    <DescriptionList
      items={[
        { term: m.requests_till(), value: till.name },
        { term: m.common_time(), value: <Time value={difference.paidAt} /> },
        { term: m.tills_ours(), value: <Money cents={difference.ourCents} /> },
        { term: m.tills_theirs(), value: <Money cents={difference.theirCents} /> },
        { term: m.common_owner(), value: difference.owner ?? m.common_unassigned() },
        ...(difference.state === "closed"
          ? [
              {
                term: m.tills_explanation(),
                value: (
                  <span className="whitespace-pre-wrap wrap-anywhere">
                    {difference.explanation || m.tills_listed_later()}
                  </span>
                ),
              },
            ]
          : []),
      ]}
    />
  </Card>
);

export { ScreenError as ErrorBoundary };
