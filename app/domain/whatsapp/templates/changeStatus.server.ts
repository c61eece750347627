import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import { record } from "#app/domain/record/record.server.ts";
import { templateMoved, templateReviewed } from "#app/domain/whatsapp/events.ts";
import { metaActor } from "#app/platform/context.ts";
import type { Clock } from "#app/platform/time/clock.ts";
import { statusWords } from "./status.ts";

type Template = typeof templates.$inferSelect;

/** Statuses worth a notification. */
const notified: readonly string[] = ["APPROVED", "REJECTED", "PAUSED", "DISABLED"];

/** Recorded by the submission itself. */
const submissions: readonly string[] = ["DRAFT", "PENDING"];

/** Stores Meta's status of a template, and notifies the organisation once where it matters. */
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
  if (!hasMoved || submissions.includes(change.status)) return;
  const ctx = { orgId: template.orgId, actor: metaActor, clock };
  const { name, language } = template;
  const reason = change.rejectionReason;
  if (!notified.includes(change.status)) {
    await record(tx, ctx, templateMoved, {
      subject: template.id,
      data: { name, language, status: change.status, reason },
    });
    return;
  }
  const { tone } = statusWords(change.status);
  await record(tx, ctx, templateReviewed, {
    subject: template.id,
    status: tone === "good" ? "success" : tone === "bad" ? "error" : "warning",
    data: { name, language, status: change.status, reason },
    changes: { status: [template.status, change.status] },
  });
}
