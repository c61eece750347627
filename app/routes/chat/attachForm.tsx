import { sendLimits } from "#app/domain/messaging/media/fieldRules.ts";
import { megabytes } from "#app/platform/numbers/megabytes.ts";
import { Field, TextareaField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { m } from "#messages";
import { RecordVoice } from "./recordVoice.tsx";

const accepted =
  "image/jpeg,image/png,image/webp,video/mp4,video/3gpp,audio/*,.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt,.csv";

/** A file with a caption. It is posted whole, like any form. */
export function AttachForm({
  path,
  submissionKey,
  messageId,
  caption = "",
  errors = {},
}: {
  path: string;
  submissionKey: string;
  /** The message it replies to; empty: none. */
  messageId: string;
  caption?: string | undefined;
  errors?: Record<string, string>;
}) {
  return (
    <Form
      method="post"
      action={`${path}/attach`}
      encType="multipart/form-data"
      reloadDocument
      className="grid gap-3"
    >
      <input type="hidden" name="key" value={submissionKey} />
      <input type="hidden" name="messageId" value={messageId} />
      <Field
        label={m.common_file()}
        name="file"
        type="file"
        accept={accepted}
        error={errors.file}
        hint={m.chat_attach_file_sizes_hint({
          image: megabytes(sendLimits.image),
          recording: megabytes(sendLimits.video),
          document: megabytes(sendLimits.document),
        })}
      />
      <Field
        label={m.chat_attach_voice_label()}
        id="voice"
        name="file"
        type="file"
        accept="audio/*"
        capture="user"
        hint={m.chat_attach_file_hint()}
      />
      <RecordVoice fieldId="voice" />
      <TextareaField
        label={m.chat_attach_caption_label()}
        name="caption"
        rows={2}
        maxLength={1024}
        defaultValue={caption}
        error={errors.caption}
      />
      <FormActions submitLabel={m.common_send_file()} />
    </Form>
  );
}
