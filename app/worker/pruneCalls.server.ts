import { z } from "zod";
import { pruneCalls } from "#app/domain/organisations/apiCalls/queries.server.ts";
import { job } from "#app/platform/jobs.ts";
import { handler } from "./handler.ts";

/** Every night: deletes expired responses of the public API, test messages, events and deliveries. */
export const pruneCallsHandler = handler(
  job({ name: "prune-api-calls", payload: z.object({}), every: "23 0 * * *" }),
  (services) => pruneCalls(services),
);
