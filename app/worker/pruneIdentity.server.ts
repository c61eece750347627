import { z } from "zod";
import { pruneIdentity } from "#app/domain/accounts/sessions/prune.server.ts";
import { job } from "#app/platform/jobs.ts";
import { handler } from "./handler.ts";

/** Every night: deletes expired counters, sessions and codes. */
export const pruneIdentityHandler = handler(
  job({ name: "prune-identity", isLong: true, payload: z.object({}), every: "17 0 * * *" }),
  (services) => pruneIdentity({ services }),
);
