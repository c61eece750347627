import { and, eq, inArray, sql } from "drizzle-orm";
import { connections, vendorNotices } from "#app/db/schema/integrations/connections.ts";
import { takeDue } from "#app/db/takeDue.server.ts";
import { faultNote } from "#app/domain/integrations/connections/faultNote.ts";
import { type Connection, ownConnection } from "#app/domain/integrations/connections/find.server.ts";
import { noteLog } from "#app/domain/integrations/connections/log.server.ts";
import type { Services } from "#app/platform/context.ts";
import { applyHubspot } from "./hubspot.server.ts";
import { applyShop } from "./shop.server.ts";
import { applySlack } from "./slack.server.ts";

export type StoredNotice = Pick<
  typeof vendorNotices.$inferSelect,
  "orgId" | "id" | "connectionId" | "externalId" | "topic" | "body" | "attempts"
>;

const leaseMs = 120_000;
const mostAttempts = 6;
const firstWaitMs = 5000;

/** Claims due notices, in order for each connection. */
export async function claimNotices(
  services: Pick<Services, "db" | "clock" | "log">,
  atMost: number,
): Promise<StoredNotice[]> {
  const now = services.clock.now();
  const due = {
    ...{ name: "vendor-notices", table: "vendor_notices", isDue: "t.due_at <= $1", values: [now] },
    ...{ order: "t.due_at, t.id", line: "connection_id" },
  };
  const dueAt = new Date(now.getTime() + leaseMs);
  const taken = await takeDue(services, due, atMost, (tx, orgId, ids) =>
    tx
      .update(vendorNotices)
      .set({ attempts: sql`${vendorNotices.attempts} + 1`, dueAt })
      .where(and(eq(vendorNotices.orgId, orgId), inArray(vendorNotices.id, [...ids])))
      .returning(),
  );
  return taken.sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function apply(services: Services, connection: Connection, notice: StoredNotice): Promise<void> {
  switch (connection.provider) {
    case "hubspot":
      return applyHubspot(services, connection, notice);
    case "shopify":
      return applyShop(services, connection, notice);
    case "slack":
      return applySlack(services, connection, notice);
    default:
      return;
  }
}

/** Applies one notice; failures are retried, up to six attempts. Its body is deleted when it is done. */
export async function applyNotice(services: Services, notice: StoredNotice): Promise<void> {
  const own = and(eq(vendorNotices.orgId, notice.orgId), eq(vendorNotices.id, notice.id));
  const one = { orgId: notice.orgId, id: notice.connectionId };
  const [connection] = await services.db.withOrg(notice.orgId, (tx) =>
    tx.select().from(connections).where(ownConnection(one)),
  );
  let next: Date | null = null;
  try {
    if (connection?.status === "connected") await apply(services, connection, notice);
  } catch (error) {
    services.log.warn({ err: error, noticeId: notice.id }, "vendor notice");
    if (notice.attempts < mostAttempts)
      next = new Date(services.clock.now().getTime() + firstWaitMs * 4 ** notice.attempts);
    const detail = faultNote(error);
    await services.db.withOrg(notice.orgId, (tx) =>
      noteLog(tx, services, one, { kind: "failed", ok: false, detail }),
    );
  }
  await services.db.withOrg(notice.orgId, (tx) =>
    tx
      .update(vendorNotices)
      .set(next ? { dueAt: next } : { dueAt: null, body: "" })
      .where(own),
  );
}
