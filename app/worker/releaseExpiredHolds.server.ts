import { z } from "zod";
import { releaseExpired } from "#app/domain/messaging/campaigns/releaseExpired.server.ts";
import { job } from "#app/platform/jobs.ts";
import { handler } from "./handler.ts";

/** Every night: releases money held for messages that can't arrive now. */
export const releaseExpiredHoldsHandler = handler(
  job({ name: "release-expired-holds", payload: z.object({}), every: "20 0 * * *" }),
  async (services) => {
    await releaseExpired(services);
  },
);
