import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Fills the wallets that fill themselves. */
export const runAutoTopUpsJob = job({ name: "run-auto-top-ups", payload: z.object({}), every: "* * * * *" });
