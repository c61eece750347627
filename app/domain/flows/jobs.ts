import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Advances the flow of a conversation: its customer wrote, or a step of it is due. */
export const runFlowJob = job({
  name: "run-flow",
  payload: z.object({ orgId: z.string(), conversationId: z.string() }),
  retryLimit: 5,
  concurrency: 4,
  heartbeatSeconds: 15,
});
