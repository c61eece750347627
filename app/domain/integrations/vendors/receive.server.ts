import { and, eq } from "drizzle-orm";
import { connections, type ProviderName, vendorNotices } from "#app/db/schema/integrations.ts";
import type { Services } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";

/** One thing that a service told. `externalId`: the same thing again is nothing new. */
export interface Notice {
  externalId: string;
  topic: string;
  body: string;
  /** When it is applied; at once unless given. */
  dueAt?: Date;
}

/**
 * Stores what a service told for each organisation that has connected that account; a repeat is stored once. Answers how
 * many are new. The caller has verified who says it.
 */
export async function receiveNotices(
  services: Pick<Services, "db" | "clock">,
  { provider, accountId, orgId }: { provider: ProviderName; accountId: string; orgId?: string },
  notices: readonly Notice[],
): Promise<number> {
  const now = services.clock.now();
  return services.db.withSystem(async (tx) => {
    const found = await tx
      .select({ orgId: connections.orgId, id: connections.id })
      .from(connections)
      .where(
        and(
          eq(connections.provider, provider),
          eq(connections.accountId, accountId),
          eq(connections.status, "connected"),
        ),
      );
    const values = found
      .filter((connection) => orgId === undefined || connection.orgId === orgId)
      .flatMap((connection) =>
        notices.map((notice) => ({
          orgId: connection.orgId,
          id: newId("vnt", now.getTime()),
          connectionId: connection.id,
          dueAt: now,
          ...notice,
          createdAt: now,
        })),
      );
    if (values.length === 0) return 0;
    const stored = await tx
      .insert(vendorNotices)
      .values(values)
      .onConflictDoNothing()
      .returning({ id: vendorNotices.id });
    return stored.length;
  });
}
