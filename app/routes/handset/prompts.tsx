import { href, redirect } from "react-router";
import { z } from "zod";
import { safePath } from "#app/platform/http/safePath.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Button } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card } from "#app/ui/page.tsx";
import { done, failed, formAction } from "#app/web/action.server.ts";
import { m } from "#messages";

const schema = z.object({
  phone: z.string(),
  checkoutRequestId: z.string(),
  answer: z.enum(["accept", "refuse", "timeout", "wrong-pin"]),
});

const words = lazy({
  accept: m.handset_prompt_accepted,
  refuse: m.handset_prompt_refused,
  timeout: m.handset_prompt_timed_out,
  "wrong-pin": m.handset_prompt_wrong_pin,
});

export const loader = () => redirect(href("/sandbox"));

/** The page of a payment, where this one was opened from it; otherwise empty. */
export function paymentBefore(back: FormDataEntryValue | null): string {
  const path = safePath(typeof back === "string" ? back : null, "");
  return /^\/(billing\/payments|requests|orders)\/\w/.test(path) ? path : "";
}

/** The phone, with the way back to the payment. */
const phoneOf = (form: FormData) => {
  const [phone, back] = [String(form.get("phone")), paymentBefore(form.get("back"))];
  return `${href("/sandbox")}?${new URLSearchParams({ phone, ...(back && { back }) })}`;
};

export const action = formAction(
  schema,
  async ({ value, form, api }) => {
    await api("POST /sandbox/prompts/answer", value);
    return done(phoneOf(form), words[value.answer]);
  },
  { refused: ({ answer, error, form }) => (error ? failed(phoneOf(form), error.message) : answer) },
);

export interface ShownPrompt {
  checkoutRequestId: string;
  amount: number;
  accountReference: string;
  pays: "payment" | "request" | "order";
  subjectId: string;
}

/** The page that shows the result of a prompt. */
const pageOf = ({ pays, subjectId }: ShownPrompt) => {
  if (pays === "order") return href("/orders/:orderId", { orderId: subjectId });
  if (pays === "request") return href("/requests/:paymentRequestId", { paymentRequestId: subjectId });
  return href("/billing/payments/:paymentId", { paymentId: subjectId });
};

/** The payment requests on the simulated phone, each with the payer's possible actions. */
export function PaymentPrompts({
  phone,
  prompts,
  back,
}: {
  phone: string;
  prompts: ShownPrompt[];
  /** The page that waits for the payment; empty when it was not left for this one. */
  back: string;
}) {
  return prompts.map((prompt) => (
    <Card key={prompt.checkoutRequestId} title={m.handset_prompts_title()} className="mb-6 max-w-md">
      <Form method="post" action={href("/sandbox/prompts")} className="grid gap-3">
        <input type="hidden" name="phone" value={phone} />
        <input type="hidden" name="checkoutRequestId" value={prompt.checkoutRequestId} />
        <input type="hidden" name="back" value={back || pageOf(prompt)} />
        <p>
          {m.handset_prompts_question({
            amount: formatKes(prompt.amount * 100),
            account: prompt.accountReference,
          })}
        </p>
        <p className="row-actions">
          <Button name="answer" value="accept">
            {m.handset_prompts_enter_pin_and_pay_button()}
          </Button>
          <Button name="answer" value="wrong-pin" variant="secondary">
            {m.handset_prompts_enter_wrong_pin_button()}
          </Button>
          <Button name="answer" value="refuse" variant="secondary">
            {m.common_cancel()}
          </Button>
          <Button name="answer" value="timeout" variant="secondary">
            {m.handset_prompts_let_time_out_button()}
          </Button>
        </p>
      </Form>
    </Card>
  ));
}
