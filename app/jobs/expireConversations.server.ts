import { z } from "zod";
import { expireConversations } from "#app/domain/conversations/expire.server.ts";
import { job } from "./jobs.server.ts";

/** Every night: what is older than the retention that the privacy policy promises. */
export const expireConversationsJob = job({
  name: "expire-conversations",
  payload: z.object({}),
  every: "47 0 * * *",
  run: async (services) => {
    const { conversations } = await expireConversations({ services });
    services.log.info({ conversations }, "expired conversations deleted");
  },
});
