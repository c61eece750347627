import { z } from "zod";
import { getPlatformOverview } from "#app/domain/platformOverview/queries.server.ts";
import { endpoint } from "./endpoint.ts";

export const admin = {
  "GET /admin/overview": endpoint({
    who: "staff",
    input: z.object({}),
    run: async ({ ctx }) => getPlatformOverview(ctx),
  }),
};
