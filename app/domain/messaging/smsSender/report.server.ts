import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { type SmsState, smsMessages } from "#app/db/schema/messaging/sms.ts";
import { applySmsReportJob } from "#app/domain/messaging/jobs.ts";
import { maySmsMove } from "#app/domain/messaging/sms/states.ts";
import type { SmsReport } from "#app/domain/messaging/smsNotices.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { publishSms } from "./publish.server.ts";

const finalStates: Readonly<Record<string, SmsState>> = {
  Success: "delivered",
  Rejected: "failed",
  Failed: "failed",
  AbsentSubscriber: "failed",
  Expired: "failed",
};

/** A report that comes before the answer to the call is retried until the call's answer is stored. */
const retryAfterMs = [1000, 4000, 15_000, 60_000];

/** Applies a delivery report to the SMS with its id and number; a forged or repeated one changes nothing. */
export async function applySmsReport(
  services: Services,
  { report, attempt }: { report: SmsReport; attempt: number },
): Promise<void> {
  const { rows } = await services.db.system.query<{ orgId: OrgId; id: string }>({
    name: "sms-of-report",
    text: `select org_id as "orgId", id from sms_messages where provider_id = $1 and recipient = $2`,
    values: [report.id, report.phoneNumber],
  });
  const [found] = rows;
  if (found) return services.db.withOrg(found.orgId, (tx) => apply(tx, services, found, report));
  const waitMs = retryAfterMs[attempt];
  if (waitMs === undefined) return;
  const startAfter = new Date(services.clock.now().getTime() + waitMs);
  await services.jobs.enqueue(applySmsReportJob, { report, attempt: attempt + 1 }, { startAfter });
}

async function apply(
  tx: Tx,
  { clock }: Services,
  { orgId, id }: { orgId: OrgId; id: string },
  { status, failureReason }: SmsReport,
): Promise<void> {
  const mine = and(eq(smsMessages.orgId, orgId), eq(smsMessages.id, id));
  const [sms] = await tx.select({ state: smsMessages.state }).from(smsMessages).where(mine).for("update");
  if (!sms) return;
  const at = clock.now();
  const state = finalStates[status];
  const moves = state !== undefined && maySmsMove(sms.state, state);
  await tx
    .update(smsMessages)
    .set({
      report: [status, failureReason].filter(Boolean).join(": "),
      ...(moves ? { state, dueAt: null } : {}),
      ...(moves && state === "delivered" ? { deliveredAt: at, failedAt: null, reason: null } : {}),
      ...(moves && state === "failed" ? { failedAt: at, reason: "network" as const } : {}),
    })
    .where(mine);
  if (!moves) return;
  notifyPages(tx, orgId, "messages");
  await publishSms(tx, orgId, id, at);
}
