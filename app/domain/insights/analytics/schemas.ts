import { z } from "zod";
import { type Period, periodDays } from "#app/platform/periods.ts";

/** A period that does not exist is the week. */
export const period = z.enum(Object.keys(periodDays) as [Period, ...Period[]]).catch("7days");
