import { appointment } from "./appointment.ts";
import { countyIssue } from "./countyIssue.ts";
import type { ReadyMade } from "./kind.ts";
import { optIn } from "./optIn.ts";
import { satisfaction } from "./satisfaction.ts";

export const readyMade: readonly ReadyMade[] = [appointment, countyIssue, satisfaction, optIn];
