import { z } from "zod";
import { email, firstName, lastName, password } from "#app/domain/accounts/schemas.ts";
import { acceptInvitation } from "#app/domain/organisations/invitations/accept.server.ts";
import { createInvitation } from "#app/domain/organisations/invitations/create.server.ts";
import { getInvitation } from "#app/domain/organisations/invitations/queries.server.ts";
import { resendInvitation } from "#app/domain/organisations/invitations/resend.server.ts";
import { revokeInvitation } from "#app/domain/organisations/invitations/revoke.server.ts";
import { invitationRole, invitationToken } from "#app/domain/organisations/invitations/schemas.ts";
import { changeRole } from "#app/domain/organisations/members/changeRole.server.ts";
import { leaveOrganisation } from "#app/domain/organisations/members/leave.server.ts";
import {
  getMember,
  listMembers,
  listOrganisations,
} from "#app/domain/organisations/members/queries.server.ts";
import { removeMember } from "#app/domain/organisations/members/remove.server.ts";
import { memberRole } from "#app/domain/organisations/members/schemas.ts";
import { switchOrganisation } from "#app/domain/organisations/members/switchOrganisation.server.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { endpoint } from "../endpoint.ts";

const hourSeconds = 3600;
const memberId = idOf("member", z.string());
const invitationId = idOf("invitation", z.string());

/** Members of an organisation, invitations to it, and the organisations of a user. */
export const members = {
  "GET /members": endpoint({
    act: "members.view",
    input: z.object({}),
    run: async ({ ctx }) => listMembers(ctx),
  }),
  "GET /members/:memberId": endpoint({
    act: "members.viewOne",
    input: z.object({ memberId }),
    run: async ({ ctx, input }) => getMember(ctx, input.memberId),
  }),
  "PUT /members/:memberId": endpoint({
    act: "members.manage",
    input: z.object({ memberId, role: memberRole }),
    run: changeRole,
  }),
  "DELETE /members/:memberId": endpoint({
    act: "members.manage",
    input: z.object({ memberId }),
    run: removeMember,
  }),
  "DELETE /membership": endpoint({ act: "members.leave", input: z.object({}), run: leaveOrganisation }),
  "POST /invitations": endpoint({
    act: "members.manage",
    creates: true,
    input: z.object({ email, role: invitationRole }),
    limit: { max: 50, windowSeconds: hourSeconds },
    run: createInvitation,
  }),
  "POST /invitations/:invitationId/resend": endpoint({
    act: "members.manage",
    input: z.object({ invitationId }),
    limit: { max: 50, windowSeconds: hourSeconds },
    run: resendInvitation,
  }),
  "DELETE /invitations/:invitationId": endpoint({
    act: "members.manage",
    input: z.object({ invitationId }),
    run: revokeInvitation,
  }),
  "GET /invitation": endpoint({
    act: "public.use",
    input: z.object({ token: invitationToken }),
    limit: { max: 300, windowSeconds: hourSeconds },
    run: async ({ ctx, input }) => getInvitation(ctx, input.token),
  }),
  "POST /invitation/accept": endpoint({
    act: "invitation.accept",
    input: z.object({
      token: invitationToken,
      newcomer: z.object({ firstName, lastName, password }).optional(),
    }),
    limit: { max: 100, windowSeconds: hourSeconds },
    run: ({ ctx, input, browser }) => browser.keep(acceptInvitation({ ctx, input })),
  }),
  "GET /organisations": endpoint({
    act: "account.view",
    input: z.object({}),
    run: async ({ ctx }) => listOrganisations(ctx),
  }),
  "PUT /session/organisation": endpoint({
    act: "account.manage",
    input: z.object({ orgId: idOf("org", z.string()) }),
    run: switchOrganisation,
  }),
};
