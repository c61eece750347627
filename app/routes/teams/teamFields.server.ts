import { z } from "zod";
import { teamForm } from "#app/domain/messaging/teams/schemas.ts";

/** As typed; the API validates the hours, only when the team has its own. */
const days = z.array(z.object({ from: z.string().default(""), to: z.string().default("") })).default([]);

export const teamFields = teamForm.extend({
  routing: z.enum(["automatic", "manual"]).default("manual"),
  hours: z.enum(["organisation", "own"]).default("organisation"),
  workingWeek: days,
});

/** The call's input. */
export const teamInput = ({ routing, hours, workingWeek, ...team }: z.output<typeof teamFields>) => ({
  ...team,
  autoAssign: routing === "automatic",
  workingWeek: hours === "own" ? workingWeek : null,
});
