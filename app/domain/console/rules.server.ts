import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { alerts } from "#app/db/schema/console/measures.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import type { Services } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { m } from "#messages";
import { alertLimits, alertText } from "./alertText.ts";

interface Finding {
  rule: string;
  type: "error" | "warning";
  service: string;
  /** The note of a failing service; empty for a limit. */
  message: string;
}

/** Highest values of a minute's samples; `alertText` has their words. */
const limits: { series: string; above: number; type: Finding["type"]; service: string }[] = [
  { series: "queue:oldest", above: alertLimits.queueMinutes * 60, type: "warning", service: "queue" },
  { series: "queue:failed", above: alertLimits.failedJobs, type: "warning", service: "queue" },
  { series: "webhooks:lag", above: alertLimits.webhookMinutes * 60, type: "error", service: "worker" },
  { series: "messages:failing", above: alertLimits.failedPercent / 100, type: "warning", service: "graph" },
  { series: "ledger:broken", above: 0, type: "error", service: "database" },
  { series: "memory:used", above: 0.95, type: "warning", service: "worker" },
];

/** Rules broken by a minute's samples: a service down or slow, or a limit exceeded. */
export function findingsOf(found: readonly Sample[]): Finding[] {
  const services = found.flatMap(({ series, state, detail }): Finding[] => {
    if (state !== "down" && state !== "degraded") return [];
    const service = series.replace("service:", "");
    const type = state === "down" ? "error" : "warning";
    return [{ rule: `${series}:${state}`, type, service, message: detail ?? "" }];
  });
  const passed = limits.flatMap(({ series, above, type, service }): Finding[] => {
    const value = found.find((sample) => sample.series === series)?.value ?? 0;
    return value > above ? [{ rule: series, type, service, message: "" }] : [];
  });
  return [...services, ...passed];
}

/** Opens an alert for each broken rule that has none, emails the administrators, and resolves those whose rule holds. */
export async function judge(
  tx: Tx,
  services: Pick<Services, "config" | "clock" | "jobs">,
  found: readonly Sample[],
): Promise<void> {
  const now = services.clock.now();
  const findings = findingsOf(found);
  const open = await tx.select().from(alerts).where(isNull(alerts.resolvedAt)).for("update");
  for (const alert of open)
    if (!findings.some(({ rule }) => rule === alert.rule)) {
      await tx.update(alerts).set({ resolvedAt: now }).where(eq(alerts.id, alert.id));
      await emailStaff(tx, services, () => m.mails_alert_resolved({ message: alertText(alert) }));
    }
  for (const finding of findings.filter(({ rule }) => !open.some((alert) => alert.rule === rule))) {
    const [opened] = await tx
      .insert(alerts)
      .values({ id: newId("alt", now.getTime()), openedAt: now, ...finding })
      .onConflictDoNothing()
      .returning({ id: alerts.id });
    if (opened) await emailStaff(tx, services, () => m.mails_alert({ message: alertText(finding) }));
  }
}

/** Emails those who can fix it. */
async function emailStaff(
  tx: Tx,
  services: Pick<Services, "config" | "clock" | "jobs">,
  subjectOf: () => string,
): Promise<void> {
  const staff = await tx
    .select({ email: users.email, firstName: users.firstName, staffRole: users.staffRole })
    .from(users)
    .where(and(eq(users.usertype, "admin"), eq(users.accountStatus, "active")));
  for (const { email, firstName, staffRole } of staff)
    if (may({ staffRole }, "console.system"))
      await queueMail(tx, services, {
        to: email,
        content: () => ({
          kind: "notice",
          firstName,
          subject: subjectOf(),
          lines: [m.mails_alert_sentence({ subject: subjectOf() }), m.mails_alert_where()],
          path: "/admin/system",
        }),
      });
}

export interface Sample {
  series: string;
  value: number;
  state?: "healthy" | "degraded" | "down";
  detail?: string;
}
