import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notify } from "#app/db/notify.server.ts";
import {
  connections,
  type ProviderName,
  vendorBodies,
  vendorNotices,
} from "#app/db/schema/integrations/connections.ts";
import { eventTasksChannel } from "#app/domain/integrations/actors.ts";
import { type OneConnection, ownConnection } from "#app/domain/integrations/connections/find.server.ts";
import type { Services } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";

/** One notice of a service. `externalId`: repeats are ignored. */
export interface Notice {
  externalId: string;
  topic: string;
  body: string;
  /** The time to apply it; at once if absent. */
  dueAt?: Date;
}

/**
 * Stores a service's notice for each organisation that is connected to the account, once. Returns how many
 * are new. The caller has verified the sender.
 */
export async function receiveNotices(
  services: Pick<Services, "db" | "clock">,
  { provider, accountId, orgId }: { provider: ProviderName; accountId: string; orgId?: string },
  notices: readonly Notice[],
): Promise<number> {
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
    const mine = found.filter((connection) => orgId === undefined || connection.orgId === orgId);
    return store(tx, mine, notices, services.clock.now());
  });
}

/**
 * Stores a shop's notice, posted to the address of a connection or to the earlier shared one. False when no
 * such shop is connected, or another shop posted the same body: Shopify signs the body, not the address.
 */
export async function receiveFromShop(
  services: Pick<Services, "db" | "clock">,
  from: OneConnection | { shop: string },
  notice: Notice,
): Promise<boolean> {
  const now = services.clock.now();
  const which =
    "shop" in from
      ? and(eq(connections.accountId, from.shop), isNull(connections.hookAddress))
      : ownConnection(from);
  return services.db.withSystem(async (tx) => {
    const found = await tx
      .select({ orgId: connections.orgId, id: connections.id, accountId: connections.accountId })
      .from(connections)
      .where(and(eq(connections.provider, "shopify"), eq(connections.status, "connected"), which));
    const [first] = found;
    if (!first || !(await isBodyOf(tx, first.accountId, notice.externalId, now))) return false;
    await store(tx, found, [notice], now);
    return true;
  });
}

/** Whether a body is new, or was first received for this account. */
async function isBodyOf(tx: Tx, accountId: string, bodyHash: string, now: Date): Promise<boolean> {
  const body = { provider: "shopify" as const, bodyHash };
  await tx
    .insert(vendorBodies)
    .values({ ...body, accountId, createdAt: now })
    .onConflictDoNothing();
  const [known] = await tx
    .select({ accountId: vendorBodies.accountId })
    .from(vendorBodies)
    .where(and(eq(vendorBodies.provider, body.provider), eq(vendorBodies.bodyHash, bodyHash)));
  return known?.accountId === accountId;
}

async function store(
  tx: Tx,
  to: readonly OneConnection[],
  notices: readonly Notice[],
  now: Date,
): Promise<number> {
  const values = to.flatMap(({ orgId, id }) =>
    notices.map((notice) => ({
      orgId,
      id: newId("vnt", now.getTime()),
      connectionId: id,
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
  if (stored.length > 0) notify(tx, eventTasksChannel);
  return stored.length;
}
