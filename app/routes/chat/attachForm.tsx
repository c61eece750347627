import { Paperclip } from "lucide-react";
import { Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Field, TextareaField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";

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

/** What else than words can be sent, folded away under the box for a reply. */
export function AttachMenu(props: { path: string; submissionKey: string; messageId: string }) {
  return (
    <details className="mt-1">
      <summary className="link inline-flex min-h-6 cursor-pointer items-center gap-1 text-sm">
        <Paperclip size={16} aria-hidden="true" />
        Send a file, place or question
      </summary>
      <div className="mt-3 grid max-h-[45dvh] max-w-xl gap-3 overflow-y-auto pb-1">
        <AttachForm {...props} />
        <p className="flex flex-wrap gap-x-4 text-sm">
          <Link className="link min-h-6" to={`${props.path}/location`}>
            Send a place
          </Link>
          <Link className="link min-h-6" to={`${props.path}/choices`}>
            Ask with buttons or a list
          </Link>
        </p>
      </div>
    </details>
  );
}
