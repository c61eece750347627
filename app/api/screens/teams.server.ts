import { z } from "zod";
import { assignTeam } from "#app/domain/messaging/conversations/assignTeam.server.ts";
import { conversationId, seenOwner } from "#app/domain/messaging/conversations/schemas.ts";
import { workingWeek } from "#app/domain/messaging/inbox/schemas.ts";
import { getTeam, listTeams } from "#app/domain/messaging/teams/queries.server.ts";
import { createTeam, deleteTeam, updateTeam } from "#app/domain/messaging/teams/save.server.ts";
import { optionalTeamId, seenTeam, teamForm, teamId } from "#app/domain/messaging/teams/schemas.ts";
import { query, verb } from "../endpoint.ts";

const one = z.object({ teamId });
const team = teamForm.extend({
  workingWeek: workingWeek.nullable().default(null),
  autoAssign: z.boolean().default(false),
});

/** The teams of the inbox. */
export const teams = {
  "GET /teams": query("conversations.view", z.object({}), listTeams),
  "POST /teams": verb("teams.manage", team, createTeam, { creates: true }),
  "GET /teams/:teamId": query("conversations.view", one, getTeam),
  "PUT /teams/:teamId": verb("teams.manage", team.extend(one.shape), updateTeam),
  "DELETE /teams/:teamId": verb("teams.manage", one, deleteTeam),
  "PUT /conversations/:conversationId/team": verb(
    "conversations.work",
    z.object({ conversationId, teamId: optionalTeamId, from: seenOwner, fromTeam: seenTeam }),
    assignTeam,
  ),
};
