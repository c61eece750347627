import { href } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";

/** What a customer can send besides words, folded away under the phone. */
export function MoreToSend({ phone, phoneNumberId }: { phone: string; phoneNumberId: string }) {
  const target = (
    <>
      <input type="hidden" name="phone" value={phone} />
      <input type="hidden" name="phoneNumberId" value={phoneNumberId} />
    </>
  );
  const here = new URLSearchParams({ phone, business: phoneNumberId });
  return (
    <details>
      <summary className="link inline-flex min-h-6 cursor-pointer items-center text-sm">
        Send a file, place or contact as the customer
      </summary>
      <div className="mt-3 grid gap-6">
        <Form
          method="post"
          action={`${href("/sandbox/file")}?${here}`}
          encType="multipart/form-data"
          reloadDocument
          className="grid gap-3"
        >
          {target}
          <Field label="File" name="file" type="file" hint="At most 20 MB." />
          <Field label="Caption" name="caption" maxLength={1024} autoComplete="off" />
          <SelectField
            label="Sent as"
            name="kind"
            options={[
              { value: "file", label: "What it is" },
              { value: "voice", label: "Voice message" },
              { value: "sticker", label: "Sticker" },
            ]}
          />
          <p>
            <Button variant="secondary">Send the file</Button>
          </p>
        </Form>
        <Form method="post" className="grid gap-3">
          {target}
          <Field label="Place" name="place" defaultValue="-1.2864, 36.8172" hint="Latitude and longitude." />
          <p>
            <Button variant="secondary">Send the place</Button>
          </p>
        </Form>
        <Form method="post" className="grid gap-3">
          {target}
          <Field label="Name of a contact" name="contactName" autoComplete="off" />
          <Field label="Their number" name="contactPhone" type="tel" autoComplete="off" />
          <p>
            <Button variant="secondary">Send the contact</Button>
          </p>
        </Form>
      </div>
    </details>
  );
}
