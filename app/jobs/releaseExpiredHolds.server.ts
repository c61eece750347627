import { z } from "zod";
import { releaseExpired } from "#app/domain/campaigns/releaseExpired.server.ts";
import { job } from "./jobs.server.ts";

/** Every night: money held for messages that can't arrive any more. */
export const releaseExpiredHolds = job({
  name: "release-expired-holds",
  payload: z.object({}),
  every: "20 0 * * *",
  async run(services) {
    await releaseExpired(services);
  },
});
