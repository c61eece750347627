import { z } from "zod";
import { findEverywhere } from "#app/domain/insights/search/find.server.ts";
import { searchText } from "#app/domain/insights/search/schemas.ts";
import { suggest } from "#app/domain/insights/search/suggest.server.ts";
import { endpoint } from "../endpoint.ts";

export const search = {
  /** The first hits by name, while typing. */
  "GET /search/suggestions": endpoint({
    act: "overview.view",
    input: z.object({ q: searchText }),
    limit: { max: 240, windowSeconds: 60 },
    run: async ({ org, input }) => suggest({ ctx: org, input: { text: input.q } }),
  }),
  "GET /search": endpoint({
    act: "overview.view",
    input: z.object({ q: searchText }),
    limit: { max: 120, windowSeconds: 60 },
    run: async ({ org, input }) => findEverywhere({ ctx: org, input: { text: input.q } }),
  }),
};
