import { and, eq } from "drizzle-orm";
import { media } from "#app/db/schema/messaging/media.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { mediaDeleted } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { dropUnused } from "./dropUnused.server.ts";
import { type MediaRow, theFile } from "./find.server.ts";

/**
 * Deletes a file that was uploaded. Messages that were sent with it keep theirs.
 * @throws DomainError `file.not_found`, `media.of_message`
 */
export async function deleteUpload({
  ctx,
  input: { mediaId, mode },
}: Call<{ mediaId: string; mode: MediaRow["mode"] }>): Promise<{ mediaId: string }> {
  const file = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const where = and(theFile(ctx.orgId, mediaId), eq(media.mode, mode));
    // Whoever sends it in the meantime holds it.
    const [found] = await tx.select().from(media).where(where).for("update");
    if (!found) throw notFound("File");
    if (found.messageId !== null) throw messagingError("media.of_message");
    await tx.delete(media).where(where);
    const data = { fileName: found.fileName ?? "", bytes: found.bytes ?? 0 };
    await record(tx, ctx, mediaDeleted, { subject: mediaId, data });
    return found;
  });
  await dropUnused(ctx, [file]);
  return { mediaId };
}
