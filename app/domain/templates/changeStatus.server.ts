import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { templates } from "#app/db/schema/whatsapp.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { notify } from "#app/domain/notifications/notify.server.ts";
import type { Clock } from "#app/shared/clock.ts";
import { statusWords } from "./status.ts";

type Template = typeof templates.$inferSelect;

/** The news that a member wants to hear of at once. */
const told: readonly string[] = ["APPROVED", "REJECTED", "PAUSED", "DISABLED"];

const platform = { userId: null, ipAddress: null, userAgent: null };

/** Moves a template to the status that Meta gave it, and tells the organisation once when that matters. */
export async function changeTemplateStatus(
  tx: Tx,
  template: Template,
  change: { status: string; rejectionReason: string | null },
  clock: Clock,
): Promise<void> {
  const hasMoved = template.status !== change.status;
  await tx
    .update(templates)
    .set({
      status: change.status,
      rejectionReason: change.rejectionReason,
      ...(hasMoved ? { statusChangedAt: clock.now() } : {}),
    })
    .where(and(eq(templates.orgId, template.orgId), eq(templates.id, template.id)));
  if (!hasMoved || !told.includes(change.status)) return;
  const ctx = { orgId: template.orgId, actor: platform, clock };
  const { label, tone, meaning } = statusWords(change.status);
  const reason = change.rejectionReason ?? meaning;
  await recordActivity(tx, ctx, {
    type: "template",
    status: tone === "good" ? "success" : tone === "bad" ? "error" : "warning",
    action: `Template ${label.toLowerCase()}`,
    details: `${template.name} (${template.language})${tone === "good" ? "" : `: ${reason}`}`,
  });
  await notify(tx, ctx, {
    title: `Template ${label.toLowerCase()}`,
    body: `${template.name}: ${reason}`,
    href: `/templates/${template.id}`,
  });
}
