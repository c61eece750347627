import { Readable } from "node:stream";
import { z } from "zod";
import {
  listDailyLedgers,
  listPublicLedgers,
  openDailyLedger,
  publishDailyLedgers,
} from "#app/domain/insights/dailyLedger/queries.server.ts";
import { ledgerCursor, ledgerDay, ledgerSettings } from "#app/domain/insights/dailyLedger/schemas.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { endpoint } from "../endpoint.ts";

const publicQuery = z.object({ orgId: idOf("org"), cursor: ledgerCursor });

/** Message states and payments of each day, with a root that vouches for them. */
export const dailyLedgers = {
  "GET /daily-ledgers": endpoint({
    act: "activity.view",
    input: z.object({ cursor: ledgerCursor }),
    run: listDailyLedgers,
  }),
  "PUT /daily-ledgers/settings": endpoint({
    act: "activity.publish",
    input: ledgerSettings,
    run: ({ org: ctx, input }) => publishDailyLedgers({ ctx, input }),
  }),
  "GET /daily-ledgers/file": endpoint({
    act: "activity.export",
    input: z.object({ day: ledgerDay }),
    run: async ({ ctx, input: { day } }) => {
      const content = await openDailyLedger(ctx, day);
      return new Response(Readable.toWeb(content) as unknown as ReadableStream, {
        headers: {
          "content-type": "application/gzip",
          "content-disposition": `attachment; filename="ledger-${day}.csv.gz"`,
          "cache-control": "no-store",
        },
      });
    },
  }),
  "GET /site/daily-ledgers": endpoint({
    act: "public.use",
    input: publicQuery,
    run: ({ ctx, input }) => listPublicLedgers({ ctx, input: { ...input, orgId: input.orgId as OrgId } }),
  }),
};
