import type { Tx } from "#app/db/client.server.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { storeFromLink } from "#app/domain/messaging/media/fromLink.server.ts";
import { asKept, sendableFile } from "#app/domain/messaging/media/own.server.ts";
import { deleteStored } from "#app/domain/messaging/media/store.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { openForSending } from "./openForSending.server.ts";
import { queueMedia } from "./sendMedia.server.ts";
import { requireWindow } from "./window.ts";

/** A file sent by the API: one of ours by its id, or one of theirs by its address. */
export interface FileToSend {
  id?: string | undefined;
  link?: string | undefined;
  caption?: string | undefined;
}

/** @throws DomainError `media.one_source` */
export function requireOneSource({ id, link }: FileToSend): void {
  if ((id === undefined) === (link === undefined))
    throw messagingError("media.one_source", { field: "media" });
}

/**
 * Queues a file in the conversation that `place` finds or makes. The same key again returns the message of the first time.
 * @throws DomainError `media.one_source`, those of `sendableFile`, `storeFromLink` and `queueMedia`
 */
export async function sendFile(
  ctx: OrgContext,
  place: (tx: Tx) => Promise<string>,
  { file, key }: { file: FileToSend; key: string },
): Promise<{ messageId: string }> {
  requireOneSource(file);
  const caption = file.caption?.trim() ?? "";
  const { id } = file;
  if (id !== undefined)
    return ctx.db.withOrg(ctx.orgId, async (tx) => {
      const conversationId = await place(tx);
      const kept = asKept(ctx, await sendableFile(tx, ctx, { mediaId: id, mode: "live" }));
      return queueMedia(tx, ctx, { conversationId, kept, key, caption });
    });
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { conversation } = await openForSending(tx, ctx, await place(tx));
    requireWindow(conversation.windowEndsAt, ctx.clock.now());
  });
  const kept = await storeFromLink(ctx, file.link!);
  try {
    const queued = await ctx.db.withOrg(ctx.orgId, async (tx) =>
      queueMedia(tx, ctx, { conversationId: await place(tx), kept, key, caption }),
    );
    if (!queued.isNew) await deleteStored(ctx, kept);
    return queued;
  } catch (error) {
    await deleteStored(ctx, kept);
    throw error;
  }
}
