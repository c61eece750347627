import { href } from "react-router";
import { maxHandsetFileBytes } from "#app/domain/whatsapp/handset/fieldRules.ts";
import { megabytes } from "#app/platform/numbers/megabytes.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { m } from "#messages";

/** The message types a customer can send besides text, collapsed under the phone. */
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
        {m.handset_more_summary()}
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
          <Field
            label={m.common_file()}
            name="file"
            type="file"
            hint={m.handset_more_file_hint({ size: megabytes(maxHandsetFileBytes) })}
          />
          <Field label={m.handset_more_caption_label()} name="caption" maxLength={1024} autoComplete="off" />
          <SelectField
            label={m.handset_more_kind_label()}
            name="kind"
            options={[
              { value: "file", label: m.handset_more_content_label() },
              { value: "voice", label: m.handset_more_voice_message() },
              { value: "sticker", label: m.handset_more_sticker_label() },
            ]}
          />
          <p>
            <Button variant="secondary">{m.common_send_file()}</Button>
          </p>
        </Form>
        <Form method="post" className="grid gap-3">
          {target}
          <Field
            label={m.handset_more_place_label()}
            name="place"
            defaultValue="-1.2864, 36.8172"
            hint={m.handset_more_place_hint()}
          />
          <p>
            <Button variant="secondary">{m.handset_more_send_location_button()}</Button>
          </p>
        </Form>
        <Form method="post" className="grid gap-3">
          {target}
          <Field
            label={m.handset_more_contact_name_label()}
            name="contactName"
            maxLength={100}
            autoComplete="off"
          />
          <Field
            label={m.handset_more_contact_phone_label()}
            name="contactPhone"
            type="tel"
            autoComplete="off"
          />
          <p>
            <Button variant="secondary">{m.common_send_contact()}</Button>
          </p>
        </Form>
      </div>
    </details>
  );
}
