import { and, eq } from "drizzle-orm";
import { media } from "#app/db/schema/messaging/media.ts";
import type { OrgId } from "#app/platform/ids.ts";

export type MediaRow = typeof media.$inferSelect;

/** SQL: this file of this organisation. */
export const theFile = (orgId: OrgId, id: string) => and(eq(media.orgId, orgId), eq(media.id, id));

/** The storage key of a file: by organisation, and spread over folders. */
export const storageKeyOf = (orgId: OrgId, mediaId: string) => `${orgId}/${mediaId.slice(-2)}/${mediaId}`;
