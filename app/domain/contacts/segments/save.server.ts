import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { segments } from "#app/db/schema/contacts/segments.ts";
import { contactsError } from "#app/domain/contacts/errors.ts";
import { segmentChanged, segmentCreated } from "#app/domain/contacts/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { changesBetween, isChange } from "#app/platform/changes.server.ts";
import type { Call } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { checkedConditions } from "./checkValues.server.ts";
import { findSegment } from "./find.server.ts";
import { knownIn } from "./known.server.ts";
import type { segmentFields } from "./schemas.ts";
import { conditionsWords } from "./words.ts";

type Input = z.output<typeof segmentFields>;
const most = 200;

/**
 * Saves conditions under a name. @throws DomainError `segment.name_taken`, `segment.too_many`, and those of
 * `checkedConditions`
 */
export async function createSegment({ ctx, input }: Call<Input>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [counted] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(segments)
      .where(eq(segments.orgId, ctx.orgId));
    if ((counted?.count ?? 0) >= most) throw contactsError("segment.too_many", { values: { most } });
    const conditions = checkedConditions(input.conditions, await knownIn(tx, ctx.orgId, [input.conditions]));
    const id = newId("seg", ctx.clock.now().getTime());
    const createdBy = ctx.actor.kind === "member" ? ctx.actor.userId : null;
    const [made] = await tx
      .insert(segments)
      .values({ orgId: ctx.orgId, id, name: input.name, conditions, createdBy })
      .onConflictDoNothing()
      .returning({ id: segments.id });
    if (!made) throw nameTaken();
    await record(tx, ctx, segmentCreated, { subject: id, data: { segment: input.name } });
    return { segmentId: id };
  });
}

/** @throws DomainError `segment.not_found`, `segment.name_taken`, and those of `checkedConditions` */
export async function updateSegment({ ctx, input }: Call<Input & { segmentId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const segment = await findSegment(tx, ctx.orgId, input.segmentId);
    const known = await knownIn(tx, ctx.orgId, [input.conditions, segment.conditions]);
    const conditions = checkedConditions(input.conditions, known, segment.conditions);
    const values = { name: input.name, conditions };
    if (!isChange(segment, values)) return { segmentId: segment.id };
    const [other] = await tx
      .select({ id: segments.id })
      .from(segments)
      .where(and(eq(segments.orgId, ctx.orgId), sql`lower(${segments.name}) = lower(${input.name})`));
    if (other && other.id !== segment.id) throw nameTaken();
    await tx
      .update(segments)
      .set(values)
      .where(and(eq(segments.orgId, ctx.orgId), eq(segments.id, segment.id)));
    await record(tx, ctx, segmentChanged, {
      subject: segment.id,
      data: { segment: input.name },
      changes: changesBetween(
        { name: segment.name, conditions: conditionsWords(segment.conditions, known) },
        { name: input.name, conditions: conditionsWords(conditions, known) },
      ),
    });
    return { segmentId: segment.id };
  });
}

const nameTaken = () => contactsError("segment.name_taken", { field: "name" });
