import { href } from "react-router";
import { sampleLimits } from "#app/domain/whatsapp/templates/fieldRules.ts";
import { megabytes } from "#app/platform/numbers/megabytes.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Field } from "#app/ui/field.tsx";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";

const accepted: Record<string, string> = {
  image: "image/jpeg,image/png",
  video: "video/mp4,video/3gpp",
  document: "application/pdf",
};
const limits: Record<string, string> = lazy({
  image: () => m.templates_media_field_limits_image({ size: megabytes(sampleLimits.image) }),
  video: () => m.templates_media_field_video_limit({ size: megabytes(sampleLimits.video) }),
  document: () => m.templates_media_field_document_limit({ size: megabytes(sampleLimits.document) }),
});

/** Whether a variable is a file. */
export const isFile = ({ kind }: { kind: string }): boolean => kind in accepted;

/** One of our files: the chosen one, and an upload to replace it. Its id is part of the form. */
export function MediaField({
  name,
  label,
  mediaId,
  kind,
  error,
  hint = limits[kind],
}: {
  name: string;
  label: string;
  mediaId: string;
  /** Nothing: the choice next to it decides. */
  kind: string;
  error?: string | undefined;
  hint?: string | undefined;
}) {
  const root = useRoot();
  const path = mediaId === "" ? null : href("/chat/media/:mediaId", { mediaId });
  return (
    <div>
      <input type="hidden" name={name} value={mediaId} />
      <Field
        // A stored file need not be uploaded again.
        key={mediaId}
        id={name}
        label={path ? m.templates_media_field_another_file({ label }) : label}
        name={`file:${name}`}
        type="file"
        accept={accepted[kind] ?? Object.values(accepted).join()}
        error={error}
        hint={hint}
      />
      {path && (
        <p className="mb-2 flex items-center gap-3">
          {!root?.lite && kind === "image" && (
            <img src={`${path}?size=small`} alt="" className="h-12 w-12 rounded-lg object-cover" />
          )}
          <a
            className="link inline-flex min-h-control items-center"
            href={path}
            target="_blank"
            rel="noreferrer"
          >
            {m.templates_media_field_view_selected_file()}
          </a>
        </p>
      )}
    </div>
  );
}
