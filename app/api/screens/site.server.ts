import { z } from "zod";
import { getPublicPrices } from "#app/domain/money/plans/publicPrices.server.ts";
import { endpoint } from "../endpoint.ts";

/** What the public site shows of the platform's own data. */
export const site = {
  "GET /site/prices": endpoint({ act: "public.use", input: z.object({}), run: getPublicPrices }),
};
