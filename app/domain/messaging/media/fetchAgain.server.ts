import { and, eq } from "drizzle-orm";
import { notifyPages } from "#app/db/notify.server.ts";
import { media } from "#app/db/schema/messaging/media.ts";
import { mediaRequested } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { fetchLater } from "./fetchLater.server.ts";
import { theFile } from "./find.server.ts";

/** Retries a file that could not be fetched; any other is unchanged. @throws DomainError `file.not_found` */
export async function fetchAgain({
  ctx,
  input: { mediaId },
}: Call<{ mediaId: string }>): Promise<{ requested: boolean }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [file] = await tx.select().from(media).where(theFile(ctx.orgId, mediaId)).for("update");
    if (!file) throw notFound("File");
    const reset = await tx
      .update(media)
      .set({ state: "waiting", problem: null, attempts: 0 })
      .where(and(theFile(ctx.orgId, mediaId), eq(media.state, "failed")))
      .returning({ id: media.id });
    if (reset.length === 0) return { requested: false };
    notifyPages(tx, ctx.orgId, "messages");
    await fetchLater(tx, ctx, ctx.orgId, [mediaId]);
    await record(tx, ctx, mediaRequested, { subject: file.messageId, data: {} });
    return { requested: true };
  });
}
