import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** A customer wrote where a flow may start or is running, or something of a running one is due. */
export const runFlowJob = job({
  name: "run-flow",
  payload: z.object({ orgId: z.string(), conversationId: z.string() }),
  retryLimit: 5,
  concurrency: 4,
  heartbeatSeconds: 15,
});
