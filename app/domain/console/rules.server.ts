import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { alerts } from "#app/db/schema/console/measures.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import type { Services } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { m } from "#messages";
import { alertText } from "./alertText.ts";

interface Finding {
  rule: string;
  type: "error" | "warning";
  service: string;
  message: string;
}

const limits: { series: string; above: number; finding: Omit<Finding, "rule"> }[] = [
  {
    series: "queue:oldest",
    above: 300,
    finding: { type: "warning", service: "queue", message: "A job has waited for over five minutes" },
  },
  {
    series: "queue:failed",
    above: 20,
    finding: { type: "warning", service: "queue", message: "More than 20 jobs failed in an hour" },
  },
  {
    series: "webhooks:lag",
    above: 60,
    finding: { type: "error", service: "worker", message: "Webhooks wait for over a minute" },
  },
  {
    series: "messages:failing",
    above: 0.2,
    finding: {
      type: "warning",
      service: "graph",
      message: "More than a fifth of this hour's messages failed",
    },
  },
  {
    series: "memory:used",
    above: 0.95,
    finding: { type: "warning", service: "worker", message: "The machine's memory is nearly full" },
  },
];

/** Rules broken by a minute's samples: a service down or slow, or a limit exceeded. */
export function findingsOf(found: readonly Sample[]): Finding[] {
  const services = found.flatMap(({ series, state, detail }): Finding[] => {
    if (state !== "down" && state !== "degraded") return [];
    const service = series.replace("service:", "");
    const message = `${service} is ${state}${detail ? `: ${detail}` : ""}`;
    return [{ rule: `${series}:${state}`, type: state === "down" ? "error" : "warning", service, message }];
  });
  const passed = limits.flatMap(({ series, above, finding }): Finding[] => {
    const value = found.find((sample) => sample.series === series)?.value ?? 0;
    return value > above ? [{ rule: series, ...finding }] : [];
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
      await tell(tx, services, () => m.mails_alert_resolved({ message: alertText(alert) }));
    }
  for (const finding of findings.filter(({ rule }) => !open.some((alert) => alert.rule === rule))) {
    const [opened] = await tx
      .insert(alerts)
      .values({ id: newId("alt", now.getTime()), openedAt: now, ...finding })
      .onConflictDoNothing()
      .returning({ id: alerts.id });
    if (opened) await tell(tx, services, () => m.mails_alert({ message: alertText(finding) }));
  }
}

/** Emails those who can fix it. */
async function tell(
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
