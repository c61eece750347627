import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card } from "#app/ui/page.tsx";
import { type FormResult, fieldProps, resultOf } from "#app/web/fields.ts";
import { m } from "#messages";

/** A prompt of KES 1 to the member's own phone: whether the numbers belong together is known only after the PIN. */
export const TestForm = ({ result }: { result: FormResult }) => (
  <Card title={m.tills_test_title()}>
    <Form method="post" noValidate className="grid gap-4">
      <p>{m.tills_test_text()}</p>
      <Field
        {...fieldProps(resultOf(result, "test"), "phone")}
        label={m.tills_test_phone()}
        type="tel"
        autoComplete="tel"
        maxLength={40}
        required
      />
      <p className="row-actions">
        <Button variant="secondary" name="intent" value="test">
          {m.tills_test_button()}
        </Button>
      </p>
    </Form>
  </Card>
);
