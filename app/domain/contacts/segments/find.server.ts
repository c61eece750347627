import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { segments } from "#app/db/schema/contacts/segments.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { storedConditions } from "./schemas.ts";

/** @throws DomainError `segment.not_found` */
export async function findSegment(tx: Tx, orgId: OrgId, segmentId: string) {
  const [segment] = await tx
    .select({ id: segments.id, name: segments.name, conditions: segments.conditions })
    .from(segments)
    .where(and(eq(segments.orgId, orgId), eq(segments.id, segmentId)));
  if (!segment) throw notFound("Segment");
  return { ...segment, conditions: storedConditions(segment.conditions) };
}
