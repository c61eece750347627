import { z } from "zod";
import { tooLong } from "#app/platform/forms/checks.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { maxTeamName } from "./fieldRules.ts";

export const teamId = idOf("team", z.string().min(1).max(64));

/** A team's id, or empty: the organisation's queue. */
export const optionalTeamId = idOf("team", z.string().max(64)).default("");

/** The team as the caller saw it: compared, and not looked up. */
export const seenTeam = z.string().max(64).default("");

const memberId = idOf("member", z.string().max(64));

export const teamForm = z.object({
  name: z
    .string({ error: m.checks_team_name_required })
    .trim()
    .min(1, { error: m.checks_team_name_required })
    .max(maxTeamName, tooLong),
  memberIds: z.union([memberId.transform((id) => [id]), z.array(memberId).max(1000)]).default([]),
});
