import { href, redirect } from "react-router";
import { z } from "zod";
import { formatKes } from "#app/platform/money.ts";
import { Button } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card } from "#app/ui/page.tsx";
import { readSubmission } from "#app/web/form.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { refuse } from "#app/web/submission.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import type { Route } from "./+types/prompts";

const schema = z.object({
  phone: z.string(),
  checkoutRequestId: z.string(),
  answer: z.enum(["accept", "refuse", "timeout", "wrong-pin"]),
});

const words = {
  accept: "Paid with the PIN.",
  refuse: "Cancelled on the phone.",
  timeout: "The phone did not answer.",
  "wrong-pin": "A wrong PIN was entered.",
};

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

/** The payment requests on the simulated phone, each with all that a person can do about it. */
export function PaymentPrompts({ phone, prompts }: { phone: string; prompts: ShownPrompt[] }) {
  return prompts.map((prompt) => (
    <Card key={prompt.checkoutRequestId} title="M-Pesa asks on this phone" className="mb-6 max-w-md">
      <Form method="post" action={href("/sandbox/prompts")} className="grid gap-3">
        <input type="hidden" name="phone" value={phone} />
        <input type="hidden" name="checkoutRequestId" value={prompt.checkoutRequestId} />
        <p>
          Do you want to pay {formatKes(prompt.amount * 100)} to the paybill, account{" "}
          {prompt.accountReference}?
        </p>
        <p className="row-actions">
          <Button name="answer" value="accept">
            Enter PIN and pay
          </Button>
          <Button name="answer" value="wrong-pin" variant="secondary">
            Enter a wrong PIN
          </Button>
          <Button name="answer" value="refuse" variant="secondary">
            Cancel
          </Button>
          <Button name="answer" value="timeout" variant="secondary">
            Let it time out
          </Button>
        </p>
      </Form>
    </Card>
  ));
}
