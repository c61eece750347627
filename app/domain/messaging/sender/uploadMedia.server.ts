import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import { notifyPages } from "#app/db/notify.server.ts";
import { media } from "#app/db/schema/messaging/media.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { type MediaRow, theFile } from "#app/domain/messaging/media/find.server.ts";
import { applyMoves } from "#app/domain/messaging/messages/applyMoves.server.ts";
import { sendNote } from "#app/domain/messaging/messages/sendNotes.ts";
import { wakeSender } from "#app/domain/messaging/messages/wakeSender.server.ts";
import { accessTokenOf } from "#app/domain/whatsapp/accounts/queries.server.ts";
import { withAccount } from "#app/domain/whatsapp/joins.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { summariseError } from "#app/platform/run/describeError.ts";
import { GraphError } from "#app/providers/meta/graph.server.ts";
import { uploadMedia } from "#app/providers/meta/media.server.ts";
import { mediaStore } from "#app/providers/storage/store.server.ts";

/** Meta's code for a file that it could not take. */
const notTaken = 131053;
const maxAttempts = 8;
/** Meta keeps what it was given for 30 days (facts/whatsapp-cloud-api.md §7); the message may wait a while yet. */
const keptByMetaDays = 25;
/**
 * Codes of transient refusals, and those that a member can fix: rate limits, Meta's own trouble, a lost
 * token.
 */
const transientCodes = new Set([1, 2, 4, 190, 80007, 130429, 131000, 131016]);

/**
 * Uploads a message's file to Meta and releases the message. Idempotent, also for a cancelled message; a
 * permanent refusal by Meta fails the message.
 */
export async function uploadForSending({
  ctx,
  input: { mediaId },
}: Call<{ mediaId: string }>): Promise<{ sent: boolean }> {
  const found = await findWaiting(ctx, mediaId);
  if (!found) return { sent: false };
  const { file, account } = found;
  const attempts = file.attempts + 1;
  try {
    const metaMediaId =
      file.metaMediaId ??
      (await knownToMeta(ctx, file)) ??
      (await giveToMeta(ctx, file, accessTokenOf(ctx, account)));
    await letGo(ctx, file, metaMediaId);
    return { sent: true };
  } catch (error) {
    const isFinal = error instanceof GraphError && !error.isTransient && !transientCodes.has(error.code);
    if (isFinal || attempts >= maxAttempts) {
      await failMessage(ctx, file, isFinal ? error.details : sendNote("send.file_rejected"));
      return { sent: false };
    }
    await ctx.db.withOrg(ctx.orgId, (tx) =>
      tx.update(media).set({ attempts }).where(theFile(ctx.orgId, mediaId)),
    );
    ctx.log.info({ mediaId, attempts, reason: summariseError(error) }, "a file was not uploaded yet");
    throw error;
  }
}

/** SQL: the message of this file still waits for it. */
const itsMessageWaits = (ctx: OrgContext, messageId: string) =>
  and(
    eq(messages.orgId, ctx.orgId),
    eq(messages.id, messageId),
    eq(messages.state, "queued"),
    sql`${messages.dueAt} is null`,
  );

async function findWaiting(ctx: OrgContext, mediaId: string) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [row] = await tx
      .select({ file: media, account: whatsappAccounts })
      .from(media)
      .innerJoin(messages, and(eq(messages.orgId, media.orgId), eq(messages.id, media.messageId)))
      .innerJoin(
        phoneNumbers,
        and(eq(phoneNumbers.orgId, media.orgId), eq(phoneNumbers.phoneNumberId, media.phoneNumberId)),
      )
      .innerJoin(whatsappAccounts, withAccount)
      .where(and(theFile(ctx.orgId, mediaId), eq(messages.state, "queued"), sql`${messages.dueAt} is null`));
    return row;
  });
}

/** Meta's id of the same file, uploaded recently for another message of the same number. */
async function knownToMeta(ctx: OrgContext, file: MediaRow): Promise<string | undefined> {
  const since = new Date(ctx.clock.now().getTime() - keptByMetaDays * 86_400_000);
  const [known] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ metaMediaId: media.metaMediaId })
      .from(media)
      .innerJoin(messages, and(eq(messages.orgId, ctx.orgId), eq(messages.id, media.messageId)))
      .where(
        and(
          eq(media.orgId, ctx.orgId),
          eq(media.storageKey, file.storageKey!),
          eq(media.phoneNumberId, file.phoneNumberId!),
          eq(messages.direction, "out"),
          isNotNull(media.metaMediaId),
          gt(media.createdAt, since),
        ),
      )
      .limit(1),
  );
  return known?.metaMediaId ?? undefined;
}

async function giveToMeta(ctx: OrgContext, file: MediaRow, accessToken: string): Promise<string> {
  const content = await mediaStore(ctx).open(file.storageKey!);
  const { metaMediaId } = await uploadMedia(ctx.graph, {
    accessToken,
    phoneNumberId: file.phoneNumberId!,
    content,
    bytes: file.bytes!,
    contentType: file.contentType!,
    fileName: file.fileName || "file",
  });
  return metaMediaId;
}

async function letGo(ctx: OrgContext, file: MediaRow, metaMediaId: string): Promise<void> {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    await tx.update(media).set({ metaMediaId }).where(theFile(ctx.orgId, file.id));
    await tx
      .update(messages)
      .set({
        payload: sql`jsonb_set(${messages.payload}, array[${messages.type}, 'id'], to_jsonb(${metaMediaId}::text))`,
        dueAt: ctx.clock.now(),
      })
      .where(itsMessageWaits(ctx, file.messageId!));
    notifyPages(tx, ctx.orgId, "messages");
    wakeSender(tx, file.phoneNumberId!);
  });
}

async function failMessage(ctx: OrgContext, file: MediaRow, errorDetail: string): Promise<void> {
  const at = ctx.clock.now();
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [waiting] = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(itsMessageWaits(ctx, file.messageId!))
      .for("update");
    if (!waiting) return;
    const move = { id: waiting.id, state: "failed" as const, at, errorCode: notTaken, errorDetail };
    await applyMoves(tx, { orgId: ctx.orgId, moves: [{ ...move, attempted: true }], at });
  });
}
