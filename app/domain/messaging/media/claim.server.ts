import { and, eq, isNull, or } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { media } from "#app/db/schema/messaging/media.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { theFile } from "./find.server.ts";

/** Gives an uploaded picture to its owner, such as a product, for as long as it is not released. False without such a picture. */
export async function claimPicture(
  tx: Tx,
  orgId: OrgId,
  { mediaId, ownerId }: { mediaId: string; ownerId: string },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(media)
    .set({ ownerId })
    .where(
      and(
        theFile(orgId, mediaId),
        ...[
          eq(media.kind, "image"),
          eq(media.state, "ready"),
          eq(media.mode, "live"),
          isNull(media.messageId),
        ],
        or(isNull(media.ownerId), eq(media.ownerId, ownerId)),
      ),
    );
  notifyPages(tx, orgId, "messages");
  return rowCount === 1;
}

/** Lets an owner's files be deleted by age. */
export async function releaseFiles(tx: Tx, orgId: OrgId, ownerId: string): Promise<void> {
  await tx
    .update(media)
    .set({ ownerId: null })
    .where(and(eq(media.orgId, orgId), eq(media.ownerId, ownerId)));
  notifyPages(tx, orgId, "messages");
}
