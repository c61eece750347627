import type { Job } from "./jobs.server.ts";

/** Every job of the platform; a worker process runs them all. */
export const allJobs: readonly Job[] = [];
