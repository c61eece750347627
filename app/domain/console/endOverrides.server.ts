import { and, asc, isNull, lte } from "drizzle-orm";
import { planOverrides } from "#app/db/schema/console/switches.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import { endOverride } from "./editOrganisation.server.ts";
import { planOverrideEnded } from "./events.ts";

/** Ends expired overrides, each separately, so that a failing one blocks no other. */
export async function endDueOverrides({ services }: { services: Services }): Promise<{ ended: number }> {
  const now = services.clock.now();
  const due = await services.db.withSystem((tx) =>
    tx
      .select({ orgId: planOverrides.orgId })
      .from(planOverrides)
      .where(and(isNull(planOverrides.endedAt), lte(planOverrides.endsAt, now)))
      .orderBy(asc(planOverrides.endsAt))
      .limit(500),
  );
  for (const { orgId } of due)
    await services.db.withSystem(async (tx) => {
      const former = await endOverride(tx, orgId, now);
      if (!former) return;
      await record(tx, systemContext(services, orgId, "endOverrides"), planOverrideEnded, {
        subject: orgId,
        data: { ...former, reason: null },
      });
    });
  return { ended: due.length };
}
