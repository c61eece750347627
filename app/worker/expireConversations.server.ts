import { z } from "zod";
import { expireConversations } from "#app/domain/messaging/conversations/expire.server.ts";
import { job } from "#app/platform/jobs.ts";
import { handler } from "./handler.ts";

/** Every night: deletes what is older than the privacy policy's retention. */
export const expireConversationsHandler = handler(
  job({ name: "expire-conversations", isLong: true, payload: z.object({}), every: "47 0 * * *" }),
  async (services) => {
    const { conversations } = await expireConversations({ services });
    services.log.info({ conversations }, "expired conversations deleted");
  },
);
