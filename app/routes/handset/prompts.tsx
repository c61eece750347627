import { href, redirect } from "react-router";
import { z } from "zod";
import { formatKes } from "#app/platform/money/money.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Button } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card } from "#app/ui/page.tsx";
import { readSubmission } from "#app/web/form.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { refuse } from "#app/web/submission.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/prompts";

const schema = z.object({
  phone: z.string(),
  checkoutRequestId: z.string(),
  answer: z.enum(["accept", "refuse", "timeout", "wrong-pin"]),
});

const words = lazy({
  accept: m.handset_paid_with_the_pin,
  refuse: m.handset_cancelled_on_the_phone,
  timeout: m.handset_the_phone_did_not_answer,
  "wrong-pin": m.handset_a_wrong_pin_was_entered,
});

export const loader = () => redirect(href("/sandbox"));

export async function action({ request, context }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  const { phone, answer } = submission.value;
  const text = await context
    .get(apiContext)("POST /sandbox/prompts/answer", submission.value)
    .then(() => ({ kind: "success" as const, text: words[answer] }))
    .catch((error: Error) => ({ kind: "error" as const, text: error.message }));
  return redirect(`${href("/sandbox")}?${new URLSearchParams({ phone })}`, { headers: withToast(text) });
}

export interface ShownPrompt {
  checkoutRequestId: string;
  amount: number;
  accountReference: string;
}

/** The payment requests on the simulated phone, each with the payer's possible actions. */
export function PaymentPrompts({ phone, prompts }: { phone: string; prompts: ShownPrompt[] }) {
  return prompts.map((prompt) => (
    <Card
      key={prompt.checkoutRequestId}
      title={m.handset_m_pesa_asks_on_this_phone()}
      className="mb-6 max-w-md"
    >
      <Form method="post" action={href("/sandbox/prompts")} className="grid gap-3">
        <input type="hidden" name="phone" value={phone} />
        <input type="hidden" name="checkoutRequestId" value={prompt.checkoutRequestId} />
        <p>
          {m.handset_do_you_want_to_pay_to({
            amount: formatKes(prompt.amount * 100),
            account: prompt.accountReference,
          })}
        </p>
        <p className="row-actions">
          <Button name="answer" value="accept">
            {m.handset_enter_pin_and_pay()}
          </Button>
          <Button name="answer" value="wrong-pin" variant="secondary">
            {m.handset_enter_a_wrong_pin()}
          </Button>
          <Button name="answer" value="refuse" variant="secondary">
            {m.common_cancel()}
          </Button>
          <Button name="answer" value="timeout" variant="secondary">
            {m.handset_let_it_time_out()}
          </Button>
        </p>
      </Form>
    </Card>
  ));
}
