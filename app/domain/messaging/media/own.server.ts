import { and, eq, isNotNull, isNull, or } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { media } from "#app/db/schema/messaging/media.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { m } from "#messages";
import { mediaRefused, problemWords } from "./errors.ts";
import { sendLimits } from "./fieldRules.ts";
import { type MediaRow, theFile } from "./find.server.ts";
import { sendableTypes } from "./kinds.ts";
import type { StoredFile } from "./store.server.ts";
import { kindNames, readableSize } from "./words.ts";

/**
 * A file of the organisation that may be sent, uploaded or of an earlier message; it stays until the transaction ends.
 * @throws DomainError `file.not_found`, `media.not_ready`, `media.not_here`, `media.not_allowed`, `media.too_large`
 */
export async function sendableFile(
  tx: Tx,
  ctx: OrgContext,
  { mediaId, mode }: { mediaId: string; mode: MediaRow["mode"] },
): Promise<MediaRow> {
  const own = and(theFile(ctx.orgId, mediaId), eq(media.mode, mode));
  await tx.select({ id: media.id }).from(media).where(own).for("share");
  const [row] = await tx
    .select({ file: media })
    .from(media)
    .leftJoin(messages, and(eq(messages.orgId, media.orgId), eq(messages.id, media.messageId)))
    .where(and(own, or(isNull(media.messageId), isNotNull(messages.contactId))));
  if (!row) throw notFound("File");
  const { file } = row;
  requireReady(file);
  const type = sendableTypes[file.contentType ?? ""];
  if (!type) throw mediaRefused("not_allowed", m.errors_media_own_type_not_allowed());
  const limit = sendLimits[type.kind];
  if ((file.bytes ?? 0) > limit)
    throw mediaRefused(
      "too_large",
      m.errors_media_own_too_large({ kind: kindNames[type.kind], limit: readableSize(limit) }),
      "too_large",
    );
  return { ...file, kind: type.kind };
}

/** @throws DomainError `media.not_ready`, `media.not_here` */
export function requireReady(file: MediaRow): void {
  if (file.state === "waiting") throw messagingError("media.not_ready", { retryAfterSeconds: 5 });
  if (file.state !== "ready" || !file.storageKey)
    throw messagingError("media.not_here", {
      values: { problem: problemWords[file.problem ?? ""] ?? m.errors_media_own_not_here() },
    });
}

/**
 * The same bytes for one more message. `sha256` distinguishes uses of one form, as the file's own hash would.
 */
export function asKept(ctx: OrgContext, file: MediaRow): StoredFile {
  const now = ctx.clock.now();
  return {
    id: newId("med", now.getTime()),
    kind: file.kind,
    state: "ready",
    contentType: file.contentType,
    bytes: file.bytes,
    fileName: file.fileName,
    storageKey: file.storageKey,
    thumbnailKey: file.thumbnailKey,
    thumbnailWidth: file.thumbnailWidth,
    thumbnailHeight: file.thumbnailHeight,
    createdAt: now,
    readyAt: now,
    sha256: file.id,
  };
}
