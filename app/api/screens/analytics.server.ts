import { z } from "zod";
import { analyticsFiles } from "#app/domain/insights/analytics/export.ts";
import { getAnalytics } from "#app/domain/insights/analytics/queries.server.ts";
import { analyticsTable, period } from "#app/domain/insights/analytics/schemas.ts";
import { readHealth } from "#app/domain/insights/health.server.ts";
import { endpoint } from "../endpoint.ts";
import { csvDownload } from "./csvDownload.server.ts";

const ofPeriod = z.object({ period: period.optional().transform((given) => given ?? "7days") });

export const analytics = {
  "GET /analytics": endpoint({
    act: "analytics.view",
    input: ofPeriod,
    run: async ({ org, input }) => getAnalytics({ ctx: org, input }),
  }),
  /** An organisation's analytics, also for staff. */
  "GET /health": endpoint({
    act: "whatsapp.viewDetails",
    input: z.object({}),
    run: async ({ ctx }) => readHealth({ services: ctx, input: { orgId: ctx.orgId } }),
  }),
  /** One of its tables as CSV. */
  "GET /analytics/file": endpoint({
    act: "analytics.export",
    input: ofPeriod.extend({ table: analyticsTable.optional().transform((given) => given ?? "days") }),
    limit: { max: 60, windowSeconds: 60 },
    run: async ({ org, input }) => {
      const figures = await getAnalytics({ ctx: org, input });
      const { header, rows } = analyticsFiles[input.table](figures);
      async function* pages() {
        yield rows;
      }
      return csvDownload(`${input.table}-${input.period}.csv`, header, pages());
    },
  }),
};
