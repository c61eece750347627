import { z } from "zod";
import { countAnalytics } from "#app/domain/insights/analytics/count.server.ts";
import { countActive, countAll } from "#app/domain/insights/analytics/countLater.server.ts";
import { countActiveJob, countAllJob, countAnalyticsJob } from "#app/domain/insights/analytics/jobs.ts";
import { closeDailyLedgers, closeLedgersLater } from "#app/domain/insights/dailyLedger/close.server.ts";
import { closeAllLedgersJob, closeDailyLedgersJob } from "#app/domain/insights/dailyLedger/jobs.ts";
import { endAllFirstSteps } from "#app/domain/insights/dashboard/firstSteps.server.ts";
import { mailDigestsJob, mailNotificationsJob } from "#app/domain/insights/notifications/jobs.ts";
import { mailDigests, mailNotifications } from "#app/domain/insights/notifications/mail.server.ts";
import { mailWeeklyReportsJob } from "#app/domain/insights/weeklyReport/jobs.ts";
import { mailWeeklyReports } from "#app/domain/insights/weeklyReport/send.server.ts";
import { systemContext } from "#app/platform/context.ts";
import { job } from "#app/platform/jobs.ts";
import { handler } from "./handler.ts";

export const insightHandlers = [
  handler(countAnalyticsJob, (services, { orgId, days }) =>
    countAnalytics({ ctx: systemContext(services, orgId, countAnalyticsJob.name), input: { days } }),
  ),
  handler(countActiveJob, (services) => countActive({ services })),
  handler(countAllJob, (services) => countAll({ services })),
  handler(closeAllLedgersJob, (services) => closeLedgersLater(services)),
  handler(closeDailyLedgersJob, (services, { orgId }) =>
    closeDailyLedgers(systemContext(services, orgId, closeDailyLedgersJob.name)),
  ),
  handler(mailNotificationsJob, (services) => mailNotifications({ services })),
  handler(mailWeeklyReportsJob, (services) => mailWeeklyReports({ services })),
  handler(mailDigestsJob, (services) => mailDigests({ services })),
  handler(job({ name: "end-first-steps", payload: z.object({}), every: "41 * * * *" }), (services) =>
    endAllFirstSteps(services),
  ),
];
