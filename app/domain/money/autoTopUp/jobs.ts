import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Tops up wallets below their threshold. */
export const runAutoTopUpsJob = job({ name: "run-auto-top-ups", payload: z.object({}), every: "* * * * *" });
