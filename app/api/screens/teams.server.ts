import { z } from "zod";
import { assignTeam } from "#app/domain/messaging/conversations/assignTeam.server.ts";
import { conversationId, seenOwner } from "#app/domain/messaging/conversations/schemas.ts";
import { workingWeek } from "#app/domain/messaging/inbox/schemas.ts";
import { getTeam, listTeams } from "#app/domain/messaging/teams/queries.server.ts";
import { createTeam, deleteTeam, updateTeam } from "#app/domain/messaging/teams/save.server.ts";
import { optionalTeamId, seenTeam, teamForm, teamId } from "#app/domain/messaging/teams/schemas.ts";
import { endpoint } from "../endpoint.ts";

const one = z.object({ teamId });
const team = teamForm.extend({
  workingWeek: workingWeek.nullable().default(null),
  autoAssign: z.boolean().default(false),
});

/** The teams of the inbox. */
export const teams = {
  "GET /teams": endpoint({
    act: "conversations.view",
    input: z.object({}),
    run: ({ org }) => listTeams(org),
  }),
  "POST /teams": endpoint({
    act: "teams.manage",
    creates: true,
    input: team,
    run: ({ org, input }) => createTeam({ ctx: org, input }),
  }),
  "GET /teams/:teamId": endpoint({
    act: "conversations.view",
    input: one,
    run: ({ org, input }) => getTeam(org, input),
  }),
  "PUT /teams/:teamId": endpoint({
    act: "teams.manage",
    input: team.extend(one.shape),
    run: ({ org, input }) => updateTeam({ ctx: org, input }),
  }),
  "DELETE /teams/:teamId": endpoint({
    act: "teams.manage",
    input: one,
    run: ({ org, input }) => deleteTeam({ ctx: org, input }),
  }),
  "PUT /conversations/:conversationId/team": endpoint({
    act: "conversations.work",
    input: z.object({ conversationId, teamId: optionalTeamId, from: seenOwner, fromTeam: seenTeam }),
    run: ({ org, input }) => assignTeam({ ctx: org, input }),
  }),
};
