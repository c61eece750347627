import { z } from "zod";
import { getAnalytics } from "#app/domain/insights/analytics/queries.server.ts";
import { period } from "#app/domain/insights/analytics/schemas.ts";
import { orgContext } from "#app/platform/context.ts";
import { endpoint } from "../endpoint.ts";

export const analytics = {
  "GET /analytics": endpoint({
    who: "member",
    input: z.object({ period: period.optional().transform((given) => given ?? "7days") }),
    run: async ({ ctx, input }) => getAnalytics({ ctx: orgContext(ctx), input }),
  }),
};
