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
import { storeForSending } from "./store.server.ts";

/** The files of a form: the cards of a carousel, or one document. */
const rules: UploadRules = {
  ...sentFormRules,
  takes: (field) => /^file:[\w.:[\]]{1,100}$/.test(field),
  maxFiles: 12,
  maxBodyBytes: sendLimits.document + 1024 * 1024,
  maxFields: 1000,
  maxFieldBytes: 20_000,
};

export interface SavedForm {
  /** Fields as they came, and for each file its id under the name behind `file:`. */
  fields: [name: string, value: string][];
  /** Why a file was not taken, by the same name. */
  refused: Record<string, string>;
}

/**
 * Reads a multipart form and stores the files of its fields `file:<name>`, so that a redisplayed form still
 * has them. Unused ones are swept away. @throws DomainError `media.too_large` (413), `media.incomplete`
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
      const name = file.field.slice("file:".length);
      try {
        taken.set(name, await takeFile(ctx, file));
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        refused[name] = error.message;
      }
    }
    return { fields: [...fields.filter(([name]) => !taken.has(name)), ...taken], refused };
  });
}

async function takeFile(ctx: OrgContext, file: UploadedFile): Promise<string> {
  const inspected = await inspectForSending(ctx.orgId, file);
  await refuseVirus(ctx.config, file.path);
  const { sha256: _, ...kept } = await storeForSending(ctx, inspected);
  await ctx.db.withOrg(ctx.orgId, (tx) => tx.insert(media).values({ ...kept, orgId: ctx.orgId }));
  return kept.id;
}
