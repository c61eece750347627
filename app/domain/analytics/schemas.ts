import { z } from "zod";

/** The periods of spec section 9, with their length in days. */
export const periodDays = { "24hours": 1, "7days": 7, "30days": 30, "90days": 90 } as const;
export type Period = keyof typeof periodDays;

/** A period that does not exist is the week. */
export const period = z.enum(Object.keys(periodDays) as [Period, ...Period[]]).catch("7days");
