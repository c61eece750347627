import { formatKes } from "#app/platform/money/money.ts";
import { Button } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { m } from "#messages";

/** What the customer has as credit, and the button that pays with it: the intent `credit` of the page. */
export const UseCredit = ({ cents, mayUse }: { cents: number; mayUse: boolean }) => (
  <Notice tone="info" title={m.requests_credit_title({ amount: formatKes(cents) })}>
    {mayUse && (
      <Form method="post">
        <Button name="intent" value="credit" variant="secondary">
          {m.requests_credit_button()}
        </Button>
      </Form>
    )}
  </Notice>
);
