import { z } from "zod";
import { pruneIdentity } from "#app/domain/sessions/prune.server.ts";
import { job } from "./jobs.server.ts";

/** Every night: counters, sessions and codes that mean nothing any more. */
export const pruneIdentityJob = job({
  name: "prune-identity",
  payload: z.object({}),
  every: "17 0 * * *",
  run: (services) => pruneIdentity({ services }),
});
