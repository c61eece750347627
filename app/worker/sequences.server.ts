import type { EnrolmentEnd } from "#app/db/schema/sequences/sequences.ts";
import { enrolBatch } from "#app/domain/sequences/batch.server.ts";
import { endEnrolmentsOf } from "#app/domain/sequences/end.server.ts";
import {
  endEnrolmentsJob,
  enrolBatchJob,
  remindOfDuesJob,
  runSequencesJob,
  runSequencesNowJob,
} from "#app/domain/sequences/jobs.ts";
import { remindOfDues } from "#app/domain/sequences/reminders.server.ts";
import { runSequences } from "#app/domain/sequences/run.server.ts";
import { systemContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { type Handler, handler } from "./handler.ts";

export const sequenceHandlers: readonly Handler[] = [
  handler(remindOfDuesJob, (services) => remindOfDues(services)),
  handler(runSequencesJob, (services) => runSequences(services)),
  handler(runSequencesNowJob, (services, { orgId }) => runSequences(services, { orgId: orgId as OrgId })),
  handler(enrolBatchJob, (services, { orgId, batchId }) =>
    enrolBatch(systemContext(services, orgId, enrolBatchJob.name), batchId),
  ),
  handler(endEnrolmentsJob, (services, { orgId, reason, ...ended }) =>
    endEnrolmentsOf(systemContext(services, orgId, endEnrolmentsJob.name), {
      ...ended,
      reason: reason as EnrolmentEnd,
    }),
  ),
];
