import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { and, eq } from "drizzle-orm";
import { notifyPages } from "#app/db/notify.server.ts";
import { media } from "#app/db/schema/messaging/media.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { accessTokenOf } from "#app/domain/whatsapp/accounts/queries.server.ts";
import { withAccount } from "#app/domain/whatsapp/joins.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { summariseError } from "#app/platform/run/describeError.ts";
import { downloadMedia, findMedia, MediaGone, MediaTooLarge } from "#app/providers/meta/media.server.ts";
import { mediaStore } from "#app/providers/storage/store.server.ts";
import { inWorkspace } from "#app/providers/storage/workspace.server.ts";
import { receiveLimit } from "./fieldRules.ts";
import { type MediaRow, storageKeyOf, theFile } from "./find.server.ts";
import { sniffFile, virusIn } from "./inspect.server.ts";
import { thumbnailOf } from "./pictures.server.ts";

/** About a day with the queue's backoff; Meta keeps a file for seven. */
const maxAttempts = 12;

type Change = Partial<typeof media.$inferInsert>;
const ended = (state: "gone" | "refused" | "failed", problem: string): Change => ({ state, problem });

/**
 * Fetches a customer's file from Meta and stores it. One already stored, or unavailable for good, is
 * unchanged. A transient error is thrown, so that the queue retries; after the last try the file has failed.
 */
export async function fetchMedia({
  ctx,
  input: { mediaId },
}: Call<{ mediaId: string }>): Promise<{ state: MediaRow["state"] }> {
  const found = await findWithAccount(ctx, mediaId);
  if (found?.file.state !== "waiting" || !found.file.metaMediaId)
    return { state: found?.file.state ?? "gone" };
  const { file, account } = found;
  if (!account?.tokenEncrypted) return finish(ctx, file, ended("failed", "not_connected"));
  const attempts = file.attempts + 1;
  try {
    return await finish(ctx, file, await bring(ctx, file, accessTokenOf(ctx, account)));
  } catch (error) {
    if (attempts >= maxAttempts) return finish(ctx, file, ended("failed", "unreachable"));
    await ctx.db.withOrg(ctx.orgId, (tx) =>
      tx.update(media).set({ attempts }).where(theFile(ctx.orgId, mediaId)),
    );
    ctx.log.info({ mediaId, attempts, reason: summariseError(error) }, "a file was not fetched yet");
    throw error;
  }
}

async function findWithAccount(ctx: OrgContext, mediaId: string) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [row] = await tx
      .select({ file: media, account: whatsappAccounts })
      .from(media)
      .leftJoin(
        phoneNumbers,
        and(eq(phoneNumbers.orgId, media.orgId), eq(phoneNumbers.phoneNumberId, media.phoneNumberId)),
      )
      .leftJoin(whatsappAccounts, withAccount)
      .where(theFile(ctx.orgId, mediaId));
    return row;
  });
}

async function finish(
  ctx: OrgContext,
  file: MediaRow,
  change: Change,
): Promise<{ state: MediaRow["state"] }> {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    await tx
      .update(media)
      .set(change)
      .where(and(theFile(ctx.orgId, file.id), eq(media.state, "waiting")));
    // A file is shown in its message.
    notifyPages(tx, ctx.orgId, "messages");
  });
  return { state: change.state ?? file.state };
}

/** The result for the row; when ready, the file is in the store. */
async function bring(ctx: OrgContext, file: MediaRow, accessToken: string): Promise<Change> {
  return inWorkspace(ctx.config, async (folder) => {
    const target = path.join(folder, "file");
    try {
      const named = { phoneNumberId: file.phoneNumberId!, metaMediaId: file.metaMediaId! };
      const at = await findMedia(ctx.graph, { accessToken, ...named });
      if ((at.bytes ?? 0) > receiveLimit) return ended("refused", "too_large");
      const got = await downloadMedia(ctx.graph, {
        accessToken,
        url: at.url,
        target,
        maxBytes: receiveLimit,
      });
      const promised = file.promisedHash ?? at.hash;
      if (promised && !isHash(got.sha256, promised)) return ended("refused", "changed");
      return await keep(ctx, file, { folder, target, bytes: got.bytes });
    } catch (error) {
      if (error instanceof MediaGone) return ended("gone", "gone");
      if (error instanceof MediaTooLarge) return ended("refused", "too_large");
      throw error;
    }
  });
}

const isHash = (hash: Buffer, said: string) =>
  hash.toString("base64") === said || hash.toString("hex") === said.toLowerCase();

async function keep(
  ctx: OrgContext,
  file: MediaRow,
  { folder, target, bytes }: { folder: string; target: string; bytes: number },
): Promise<Change> {
  const sniffed = await sniffFile(target, bytes);
  if (sniffed && "refused" in sniffed && sniffed.isProgram) return ended("refused", "program");
  if (await virusIn(ctx.config, target)) return ended("refused", "infected");
  const store = mediaStore(ctx);
  const contentType = sniffed && "contentType" in sniffed ? sniffed.contentType : "application/octet-stream";
  const storageKey = storageKeyOf(ctx.orgId, file.id);
  await store.put(storageKey, target, contentType);
  const isPicture = /^image\//.test(contentType) && file.kind !== "document";
  const small = isPicture ? await thumbnailOf(ctx.orgId, await readFile(target)) : null;
  const change: Change = {
    state: "ready",
    problem: null,
    contentType,
    bytes,
    storageKey,
    readyAt: ctx.clock.now(),
  };
  if (!small) return change;
  const drawn = path.join(folder, "small");
  await writeFile(drawn, small.bytes);
  await store.put(`${storageKey}.small`, drawn, "image/webp");
  return {
    ...change,
    thumbnailKey: `${storageKey}.small`,
    thumbnailWidth: small.width,
    thumbnailHeight: small.height,
  };
}
