import { href, Link } from "react-router";
import { z } from "zod";
import { formatKes } from "#app/platform/money/money.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { askDone } from "#app/routes/requests/askDone.server.ts";
import { UseCredit } from "#app/routes/requests/useCredit.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { CalendarDay } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import { PaymentOfInvoice, TaxInvoices } from "../etims/taxState.tsx";
import { withCodes } from "../etims/withCodes.server.ts";
import type { Route } from "./+types/due";
import { DuePayments } from "./duePayments.tsx";
import { DueStateBadge, labelOf } from "./dueState.tsx";

const schema = z.object({
  intent: z.enum(["prompt", "account", "cancel", "credit"]),
  key: z.string().max(64).default(""),
});

export const meta: Route.MetaFunction = () => [{ title: m.books_due() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await orThrowPage(
    context.get(apiContext)("GET /books/:bookId/members/:bookMemberId/dues/:dueId", params),
  );
  const user = context.get(userContext);
  const mays = { mayEdit: may(user, "books.edit"), mayAsk: may(user, "paymentRequests.ask") };
  return { ...found, invoices: withCodes(found.invoices), key: crypto.randomUUID(), ...mays };
}

export const action = formAction(schema, async ({ value, api }, { params }: Route.ActionArgs) => {
  const { dueId, ...member } = params;
  const back = href("/books/:bookId/members/:bookMemberId", member);
  if (value.intent === "cancel") {
    await api("POST /dues/:dueId/cancel", { dueId });
    return done(back, m.books_due_cancelled());
  }
  if (value.intent === "credit") {
    const { cents } = await api("POST /dues/:dueId/credit", { dueId });
    return done(back, m.requests_credit_done({ amount: formatKes(cents) }));
  }
  const { sent } = await api("POST /dues/:dueId/request", { dueId, way: value.intent, key: value.key });
  return askDone(back, sent);
});

export default function Due({ loaderData, actionData }: Route.ComponentProps) {
  const { member, due, payments, invoices, creditCents, mayEdit, mayAsk, key } = loaderData;
  const problems = problemsOf(useLastAnswer(actionData)?.result).map(({ text }) => ({ text }));
  const isOpen = due.openCents > 0;
  return (
    <>
      <PageHeader title={labelOf(due)} description={<DueStateBadge state={due.state} />} />
      <ErrorSummary title={m.common_nothing_was_changed()} errors={problems} />
      {isOpen && creditCents > 0 && <UseCredit cents={creditCents} mayUse={mayEdit} />}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Facts shown={loaderData} />
        <Card title={m.common_payments()}>
          <DuePayments payments={payments} ofOne />
        </Card>
        {isOpen && mayAsk && member.contactId && (
          <Card title={m.requests_request_payment()}>
            <p className="hint mb-4">{m.books_ask_text({ amount: formatKes(due.openCents) })}</p>
            <Form method="post" className="flex flex-wrap gap-2">
              <input type="hidden" name="key" value={key} />
              <Button name="intent" value="prompt">
                {m.requests_send_prompt()}
              </Button>
              <Button name="intent" value="account" variant="secondary">
                {m.books_send_account()}
              </Button>
            </Form>
          </Card>
        )}
        <TaxInvoices invoices={invoices} of={PaymentOfInvoice} />
        {isOpen && mayEdit && (
          <Card title={m.books_cancel_due()}>
            <p className="hint mb-4">{m.books_cancel_due_text({ amount: formatKes(due.openCents) })}</p>
            <Form method="post">
              <Button name="intent" value="cancel" variant="danger-quiet">
                {m.books_cancel_due()}
              </Button>
            </Form>
          </Card>
        )}
      </div>
    </>
  );
}

function Facts({ shown: { book, member, due } }: { shown: Route.ComponentProps["loaderData"] }) {
  const ofBook = { bookId: book.id };
  const link = (to: string, text: string) => (
    <Link className="link wrap-anywhere" to={to}>
      {text}
    </Link>
  );
  return (
    <Card title={m.common_details()}>
      <DescriptionList
        items={[
          {
            term: m.books_member(),
            value: link(
              href("/books/:bookId/members/:bookMemberId", { ...ofBook, bookMemberId: member.id }),
              member.label || member.payer || m.orders_deleted_customer(),
            ),
          },
          { term: m.books_book(), value: link(href("/books/:bookId", ofBook), book.name) },
          { term: m.books_due_on(), value: <CalendarDay value={due.dueOn} /> },
          { term: m.common_amount(), value: formatKes(due.amountCents) },
          { term: m.common_paid(), value: formatKes(due.paidCents) },
          { term: m.books_open(), value: formatKes(due.openCents) },
        ]}
      />
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
