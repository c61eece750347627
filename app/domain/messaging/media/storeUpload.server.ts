import { and, eq, isNull, sum } from "drizzle-orm";
import { media } from "#app/db/schema/messaging/media.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { mediaUploaded } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import type { UploadedFile } from "#app/platform/files/saveUpload.server.ts";
import { mostUnsentBytes } from "./fieldRules.ts";
import type { MediaRow } from "./find.server.ts";
import { inspectForSending, refuseVirus } from "./inspect.server.ts";
import { deleteStored, storeForSending } from "./store.server.ts";
import { readableSize } from "./words.ts";

/** The limit of an organisation's unused files. */

/** Stores a file for any number of messages sent by the API. */
export async function storeUpload({
  ctx,
  input: { file, mode },
}: Call<{ file: UploadedFile; mode: MediaRow["mode"] }>): Promise<MediaRow> {
  const inspected = await inspectForSending(ctx.orgId, file);
  await refuseVirus(ctx.config, file.path);
  await requireRoom(ctx, file.bytes);
  const kept = await storeForSending(ctx, inspected);
  const { sha256, ...row } = kept;
  try {
    return await ctx.db.withOrg(ctx.orgId, async (tx) => {
      const [made] = await tx
        .insert(media)
        .values({ ...row, orgId: ctx.orgId, mode })
        .returning();
      const data = { fileName: file.fileName, bytes: file.bytes };
      await record(tx, ctx, mediaUploaded, { subject: row.id, data });
      return made!;
    });
  } catch (error) {
    await deleteStored(ctx, kept);
    throw error;
  }
}

async function requireRoom(ctx: OrgContext, bytes: number): Promise<void> {
  const [row] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ bytes: sum(media.bytes) })
      .from(media)
      .where(and(eq(media.orgId, ctx.orgId), isNull(media.messageId))),
  );
  if (Number(row?.bytes ?? 0) + bytes > mostUnsentBytes)
    throw messagingError("media.storage_full", { values: { size: readableSize(mostUnsentBytes) } });
}
