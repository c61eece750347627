import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Books the partners' shares of what organisations paid since the last run. */
export const accrueSharesJob = job({ name: "accrue-shares", payload: z.object({}), every: "*/5 * * * *" });

/** Each morning in Kenya: on the settlement day it draws up the settlements, after it what was left over. */
export const drawSettlementsJob = job({
  name: "draw-settlements",
  payload: z.object({}),
  every: "30 4 * * *",
});

/** Pays out what staff have processed, as far as the shortcode has the money. */
export const paySettlementsJob = job({ name: "pay-settlements", payload: z.object({}), every: "* * * * *" });
