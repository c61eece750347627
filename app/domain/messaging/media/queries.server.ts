import { and, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import { media } from "#app/db/schema/messaging/media.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { type MediaRow, theFile } from "./find.server.ts";

/**
 * A file of the organisation, uploaded or of a message. One whose message was erased is not found. @throws
 * DomainError `file.not_found`
 */
export async function getMedia({
  ctx,
  input: { mediaId, mode },
}: Call<{ mediaId: string; mode: MediaRow["mode"] }>): Promise<MediaRow> {
  const [row] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ file: media })
      .from(media)
      .leftJoin(messages, and(eq(messages.orgId, media.orgId), eq(messages.id, media.messageId)))
      .where(
        and(
          theFile(ctx.orgId, mediaId),
          eq(media.mode, mode),
          or(isNull(media.messageId), isNotNull(messages.contactId)),
        ),
      ),
  );
  if (!row) throw notFound("File");
  return row.file;
}

/** The files of these messages, by message. */
export async function filesOfMessages(
  ctx: OrgContext,
  messageIds: readonly string[],
): Promise<Map<string, MediaRow>> {
  if (messageIds.length === 0) return new Map();
  const rows = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(media)
      .where(and(eq(media.orgId, ctx.orgId), inArray(media.messageId, [...messageIds]))),
  );
  return new Map(rows.map((row) => [row.messageId!, row]));
}

/** Files by their ids; those that are gone are left out. */
export async function filesById(ctx: OrgContext, ids: readonly string[]): Promise<Map<string, MediaRow>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(media)
      .where(and(eq(media.orgId, ctx.orgId), inArray(media.id, [...ids]))),
  );
  return new Map(rows.map((row) => [row.id, row]));
}
