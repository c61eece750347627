import { desc, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { alerts } from "#app/db/schema/console/measures.ts";
import type { StaffContext } from "#app/platform/context.ts";
import { alertText } from "./alertText.ts";

/** Alerts, open ones first, then the newest. */
export async function listAlerts(tx: Tx, { open, limit }: { open?: boolean; limit: number }) {
  const rows = await tx
    .select()
    .from(alerts)
    .where(open ? isNull(alerts.resolvedAt) : undefined)
    .orderBy(desc(isNull(alerts.resolvedAt)), desc(alerts.openedAt))
    .limit(limit);
  return rows.map((row) => ({ ...row, message: alertText(row), resolved: row.resolvedAt !== null }));
}

/** The bell on every page of the console. */
export async function countOpenAlerts(ctx: StaffContext): Promise<{ open: number }> {
  return ctx.db.withSystem(async (tx) => ({ open: await tx.$count(alerts, isNull(alerts.resolvedAt)) }));
}
