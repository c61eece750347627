import { and, eq, gt, inArray } from "drizzle-orm";
import { media, mediaAtMeta } from "#app/db/schema/messaging/media.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { uploadMedia } from "#app/providers/meta/media.server.ts";
import { mediaStore } from "#app/providers/storage/store.server.ts";
import { theFile } from "./find.server.ts";

/** Meta stores a file for 30 days; an older one is uploaded again. */
export const goodForMs = 29 * 86_400_000;

/** Meta's id of our file at one number. */
export interface KnownAtMeta {
  id: string;
  fileName: string;
  until: Date;
}

/** A missing file. */
export class FileMissing extends Error {}

interface AtNumber {
  orgId: OrgId;
  phoneNumberId: string;
}

/** Meta's ids of these files at a number, by our ids. */
export async function knownAtMeta(
  services: Pick<Services, "db" | "clock">,
  { orgId, phoneNumberId }: AtNumber,
  mediaIds: readonly string[],
): Promise<Map<string, KnownAtMeta>> {
  if (mediaIds.length === 0) return new Map();
  const after = new Date(services.clock.now().getTime() - goodForMs);
  const rows = await services.db.withOrg(orgId, (tx) =>
    tx
      .select({ known: mediaAtMeta, fileName: media.fileName })
      .from(mediaAtMeta)
      .innerJoin(media, and(eq(media.orgId, orgId), eq(media.id, mediaAtMeta.mediaId)))
      .where(
        and(
          eq(mediaAtMeta.orgId, orgId),
          eq(mediaAtMeta.phoneNumberId, phoneNumberId),
          inArray(mediaAtMeta.mediaId, [...mediaIds]),
          gt(mediaAtMeta.uploadedAt, after),
        ),
      ),
  );
  return new Map(
    rows.map(({ known, fileName }) => [
      known.mediaId,
      {
        id: known.metaMediaId,
        fileName: fileName ?? "",
        until: new Date(known.uploadedAt.getTime() + goodForMs),
      },
    ]),
  );
}

/**
 * Uploads a file to Meta for a number and stores its id, once for all sends with it. @throws FileMissing,
 * GraphError, GraphUnreachable
 */
export async function uploadToMeta(
  services: Pick<Services, "db" | "clock" | "config" | "graph">,
  { orgId, phoneNumberId, mediaId, accessToken }: AtNumber & { mediaId: string; accessToken: string },
): Promise<KnownAtMeta> {
  const [file] = await services.db.withOrg(orgId, (tx) =>
    tx.select().from(media).where(theFile(orgId, mediaId)),
  );
  if (file?.state !== "ready" || !file.storageKey) throw new FileMissing(mediaId);
  const { metaMediaId } = await uploadMedia(services.graph, {
    accessToken,
    phoneNumberId,
    content: await mediaStore(services).open(file.storageKey),
    bytes: file.bytes ?? 0,
    contentType: file.contentType ?? "application/octet-stream",
    fileName: file.fileName || "file",
  });
  const uploadedAt = services.clock.now();
  await services.db.withOrg(orgId, (tx) =>
    tx
      .insert(mediaAtMeta)
      .values({ orgId, mediaId, phoneNumberId, metaMediaId, uploadedAt })
      .onConflictDoUpdate({
        target: [mediaAtMeta.orgId, mediaAtMeta.mediaId, mediaAtMeta.phoneNumberId],
        set: { metaMediaId, uploadedAt },
      }),
  );
  return {
    id: metaMediaId,
    fileName: file.fileName ?? "",
    until: new Date(uploadedAt.getTime() + goodForMs),
  };
}

/** Forgets Meta's ids of these files, so that the next message uploads them again. */
export async function deleteKnownAtMeta(
  services: Pick<Services, "db">,
  { orgId, phoneNumberId }: AtNumber,
  mediaIds: readonly string[],
): Promise<void> {
  if (mediaIds.length === 0) return;
  await services.db.withOrg(orgId, (tx) =>
    tx
      .delete(mediaAtMeta)
      .where(
        and(
          eq(mediaAtMeta.orgId, orgId),
          eq(mediaAtMeta.phoneNumberId, phoneNumberId),
          inArray(mediaAtMeta.mediaId, [...mediaIds]),
        ),
      ),
  );
}
