import { Button } from "#app/ui/button.tsx";
import { Field, TextareaField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { RecordVoice } from "./recordVoice.tsx";

const accepted =
  "image/jpeg,image/png,image/webp,video/mp4,video/3gpp,audio/*,.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.txt,.csv";

/** A file with a caption. It is posted whole, so that it works as any form does. */
export function AttachForm({
  path,
  submissionKey,
  messageId,
  caption = "",
  errors = {},
}: {
  path: string;
  submissionKey: string;
  /** The message that it answers; empty: none in particular. */
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
        label="File"
        name="file"
        type="file"
        accept={accepted}
        error={errors.file}
        hint="A picture up to 5 MB, a video or recording up to 16 MB, a PDF, Office document or text up to 100 MB."
      />
      <Field
        label="Or record a voice message"
        id="voice"
        name="file"
        type="file"
        accept="audio/*"
        capture="user"
        hint="A phone opens its recorder here."
      />
      <RecordVoice fieldId="voice" />
      <TextareaField
        label="Caption"
        name="caption"
        rows={2}
        maxLength={1024}
        defaultValue={caption}
        error={errors.caption}
      />
      <p className="row-actions">
        <Button>Send the file</Button>
      </p>
    </Form>
  );
}
