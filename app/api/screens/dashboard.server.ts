import { z } from "zod";
import { getDay } from "#app/domain/insights/dashboard/day.server.ts";
import { getFirstSteps, seeResults } from "#app/domain/insights/dashboard/firstSteps.server.ts";
import { getDashboard } from "#app/domain/insights/dashboard/queries.server.ts";
import { hideFirstSteps } from "#app/domain/organisations/firstSteps.server.ts";
import { endpoint, query } from "../endpoint.ts";

export const dashboard = {
  /** Hourly figures, and what needs attention. */
  "GET /dashboard/day": endpoint({
    act: "overview.view",
    input: z.object({}),
    run: async ({ ctx }) => getDay(ctx),
  }),
  /** Which first steps are done. */
  "GET /get-started": endpoint({
    act: "overview.view",
    input: z.object({}),
    run: async ({ ctx }) => getFirstSteps(ctx),
  }),
  /** The member looks at the analytics. */
  "POST /get-started/results": query("organisation.manage", z.object({}), seeResults),
  /** Hides the first steps, though not all are done. */
  "POST /get-started/hide": query("organisation.manage", z.object({}), hideFirstSteps),
  "GET /dashboard": endpoint({
    act: "overview.view",
    input: z.object({}),
    run: async ({ ctx }) => getDashboard(ctx),
  }),
};
