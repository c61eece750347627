import { z } from "zod";
import { endReasons } from "#app/db/schema/sequences/sequences.ts";
import { job } from "#app/platform/jobs.ts";

const orgId = z.string();

/** Takes the due steps of all organisations. */
export const runSequencesJob = job({
  name: "run-sequences",
  payload: z.object({}),
  every: "* * * * *",
});

/** Takes the steps of an organisation that are due now, such as those of new enrolments. */
export const runSequencesNowJob = job({
  name: "run-sequences-now",
  payload: z.object({ orgId }),
  concurrency: 2,
});

/** Enrols the contacts of a batch. */
export const enrolBatchJob = job({
  name: "enrol-batch",
  payload: z.object({ orgId, batchId: z.string() }),
  isLong: true,
});

/** Ends the open enrolments of contacts, or of what they are about. */
export const endEnrolmentsJob = job({
  name: "end-enrolments",
  payload: z.object({
    orgId,
    contactIds: z.array(z.string()).default([]),
    subjectIds: z.array(z.string()).default([]),
    reason: z.enum(endReasons as unknown as [string, ...string[]]),
  }),
  concurrency: 4,
});

/** Enrols the contacts of dues whose day comes near, where their book reminds. */
export const remindOfDuesJob = job({ name: "remind-of-dues", payload: z.object({}), every: "25 * * * *" });
