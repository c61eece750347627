import { and, eq } from "drizzle-orm";
import { segments } from "#app/db/schema/contacts/segments.ts";
import { segmentDeleted } from "#app/domain/contacts/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { findSegment } from "./find.server.ts";

/** Deletes a segment; its contacts stay. @throws DomainError `segment.not_found` */
export function deleteSegment({
  ctx,
  input: { segmentId },
}: Call<{ segmentId: string }>): Promise<{ segmentId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const segment = await findSegment(tx, ctx.orgId, segmentId);
    await tx.delete(segments).where(and(eq(segments.orgId, ctx.orgId), eq(segments.id, segmentId)));
    await record(tx, ctx, segmentDeleted, { subject: segmentId, data: { segment: segment.name } });
    return { segmentId };
  });
}
