import { z } from "zod";
import { readKey } from "#app/domain/apiKeys/read.server.ts";
import { regenerateKey } from "#app/domain/apiKeys/regenerate.server.ts";
import { orgContext } from "./context.ts";
import { endpoint } from "./endpoint.ts";

/** The developers' API key (spec section 7): a secret of the whole organisation, so for its managers alone. */
export const developer = {
  "GET /developer/api-key": endpoint({
    who: "manager",
    input: z.object({}),
    run: ({ ctx }) => readKey({ ctx: orgContext(ctx) }),
  }),
  "POST /developer/api-key/regenerate": endpoint({
    who: "manager",
    input: z.object({}),
    limit: { max: 20, windowSeconds: 3600 },
    run: ({ ctx }) => regenerateKey({ ctx: orgContext(ctx) }),
  }),
};
