import {
  saveUpload,
  type UploadedFile,
  type UploadRules,
  type UploadSource,
} from "#app/platform/files/saveUpload.server.ts";
import { megabytes } from "#app/platform/numbers/megabytes.ts";
import { m } from "#messages";
import { mediaRefused } from "./errors.ts";
import { sendLimits } from "./fieldRules.ts";

const missing = () => mediaRefused("missing", m.errors_media_file_required());

/** How every form with files to send is read. */
export const sentFormRules = {
  maxFileBytes: sendLimits.document,
  refusals: {
    missing,
    too_large: () =>
      mediaRefused(
        "too_large",
        m.errors_media_upload_too_large({ size: megabytes(sendLimits.document) }),
        "too_large",
      ),
    incomplete: () => mediaRefused("incomplete", m.errors_media_upload_interrupted()),
  },
} satisfies Partial<UploadRules>;

const oneFile: UploadRules = {
  ...sentFormRules,
  takes: (field) => field === "file",
  maxFiles: 1,
  maxBodyBytes: sendLimits.document + 256 * 1024,
  maxFields: 20,
  maxFieldBytes: 10_000,
};

export interface SentForm {
  file: UploadedFile;
  fields: Record<string, string>;
}

/**
 * Saves the file of the field `file` into `folder`, and reads the other fields.
 * @throws DomainError `media.missing`, `media.too_large` (413), `media.incomplete`
 */
export async function saveSentForm(source: UploadSource, folder: string): Promise<SentForm> {
  const { files, fields } = await saveUpload(source, folder, oneFile);
  const [file] = files;
  if (!file) throw missing();
  return { file, fields: Object.fromEntries(fields) };
}
