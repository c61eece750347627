import { z } from "zod";
import { getDashboard } from "#app/domain/insights/dashboard/queries.server.ts";
import { endpoint } from "../endpoint.ts";

export const dashboard = {
  "GET /dashboard": endpoint({
    who: "member",
    input: z.object({}),
    run: async ({ ctx }) => getDashboard(ctx),
  }),
};
