import type { Job } from "./jobs.server.ts";
import { sendMail } from "./sendMail.server.ts";
import { sendOneTimeCodeJob } from "./sendOneTimeCode.server.ts";

/** Every job of the platform; a worker process runs them all. */
export const allJobs: readonly Job[] = [sendMail, sendOneTimeCodeJob];
