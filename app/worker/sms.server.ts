import { applySmsReportJob, stopBySmsJob } from "#app/domain/messaging/jobs.ts";
import { stopBySms } from "#app/domain/messaging/smsSender/optOut.server.ts";
import { applySmsReport } from "#app/domain/messaging/smsSender/report.server.ts";
import type { SmsOwner } from "#app/platform/secrets/smsHook.ts";
import { type Handler, handler } from "./handler.ts";

/** What the SMS service reports. */
export const smsHandlers: readonly Handler[] = [
  handler(applySmsReportJob, applySmsReport),
  handler(stopBySmsJob, (services, { owner, phone }) =>
    stopBySms(services, { owner: owner as SmsOwner, phone }),
  ),
];
