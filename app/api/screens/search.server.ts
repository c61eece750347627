import { z } from "zod";
import { findEverywhere } from "#app/domain/insights/search/find.server.ts";
import { searchText } from "#app/domain/insights/search/schemas.ts";
import { orgContext } from "#app/platform/context.ts";
import { endpoint } from "../endpoint.ts";

export const search = {
  "GET /search": endpoint({
    who: "member",
    input: z.object({ q: searchText }),
    limit: { max: 120, windowSeconds: 60 },
    run: async ({ ctx, input }) => findEverywhere({ ctx: orgContext(ctx), input: { text: input.q } }),
  }),
};
