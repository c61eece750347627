import { media } from "#app/db/schema/messaging/media.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import {
  saveUpload,
  type UploadedFile,
  type UploadRules,
  type UploadSource,
} from "#app/platform/files/saveUpload.server.ts";
import { inWorkspace } from "#app/providers/storage/workspace.server.ts";
import { sendLimits } from "./fieldRules.ts";
import { inspectForSending, refuseVirus } from "./inspect.server.ts";
import { sentFormRules } from "./saveSentForm.server.ts";
import { sheetText } from "./sheetText.server.ts";
import { storeForSending } from "./store.server.ts";

/** The files of a form: the cards of a carousel, or one document. */
/** Of all fields: pasted rows have up to 800,000 characters. */
const maxFormBytes = 3_000_000;

const rules: UploadRules = {
  ...sentFormRules,
  takes: (field) => /^(file|sheet):[\w.:[\]]{1,100}$/.test(field),
  maxFiles: 12,
  maxBodyBytes: sendLimits.document + 1024 * 1024,
  maxFields: 1000,
  maxFieldBytes: maxFormBytes,
};

export interface SavedForm {
  /** Fields as they came; each file's id is under the name behind `file:`, each sheet's rows behind `sheet:`. */
  fields: [name: string, value: string][];
  /** Why a file was not taken, by the same name. */
  refused: Record<string, string>;
}

/**
 * Reads a multipart form and stores the files of its fields `file:<name>`, so that a redisplayed form still
 * has them. Unused ones are swept away. Files of `sheet:<name>` are read as text and not stored. @throws DomainError `media.too_large` (413), `media.incomplete`
 */
export async function saveForm({
  ctx,
  input: { source },
}: Call<{ source: UploadSource }>): Promise<SavedForm> {
  return inWorkspace(ctx.config, async (folder) => {
    const { fields, files } = await saveUpload(source, folder, rules);
    const refused: Record<string, string> = {};
    const taken = new Map<string, string>();
    for (const file of files) {
      const [kind, name] = partsOf(file.field);
      try {
        taken.set(name, kind === "sheet" ? await sheetText(ctx, file) : await takeFile(ctx, file));
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        refused[name] = error.message;
      }
    }
    return { fields: [...fields.filter(([name]) => !taken.has(name)), ...taken], refused };
  });
}

function partsOf(field: string): [kind: string, name: string] {
  const colon = field.indexOf(":");
  return [field.slice(0, colon), field.slice(colon + 1)];
}

async function takeFile(ctx: OrgContext, file: UploadedFile): Promise<string> {
  const inspected = await inspectForSending(ctx.orgId, file);
  await refuseVirus(ctx.config, file.path);
  const { sha256: _, ...kept } = await storeForSending(ctx, inspected);
  await ctx.db.withOrg(ctx.orgId, (tx) => tx.insert(media).values({ ...kept, orgId: ctx.orgId }));
  return kept.id;
}
