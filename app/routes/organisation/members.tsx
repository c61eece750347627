import { href, Link } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { email } from "#app/domain/accounts/schemas.ts";
import { invitationRole } from "#app/domain/organisations/invitations/schemas.ts";
import { memberRole } from "#app/domain/organisations/members/schemas.ts";
import {
  type MemberRole,
  memberRoles,
  roleHints,
  roleNames,
} from "#app/domain/organisations/members/words.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { roleTable } from "#app/platform/roles/actWords.server.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Field, RadioGroupField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { momentText, Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/members";
import { RoleTable } from "./roleTable.tsx";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("invite"), email, role: invitationRole }),
  z.object({ intent: z.literal("resend"), invitationId: z.string() }),
  z.object({ intent: z.literal("revoke"), invitationId: z.string() }),
  z.object({ intent: z.literal("role"), memberId: z.string(), memberRole }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.organisation_members() }];

export async function loader({ context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  const listed = await pageApi(context)("GET /members", {});
  const allowed = {
    mayManage: may(user, "members.manage"),
    mayManageOwners: may(user, "members.manageOwners"),
  };
  return { ...listed, ...allowed, roleTable: roleTable() };
}

export const action = formAction(schema, async ({ value, api }) => {
  let text: string;
  switch (value.intent) {
    case "invite":
      await api("POST /invitations", { email: value.email, role: value.role });
      text = m.organisation_members_invitation_sent({ email: value.email });
      break;
    case "resend": {
      const sent = await api("POST /invitations/:invitationId/resend", {
        invitationId: value.invitationId,
      });
      text = m.organisation_members_new_link_sent({ email: sent.email });
      break;
    }
    case "revoke": {
      const taken = await api("DELETE /invitations/:invitationId", { invitationId: value.invitationId });
      text = m.organisation_invitation_for_revoked({ email: taken.email });
      break;
    }
    case "role": {
      const { memberId, memberRole: role } = value;
      const { changed, name } = await api("PUT /members/:memberId", { memberId, role });
      text = changed
        ? m.organisation_members_role_changed({ name, role: inSentence(roleNames[role]) })
        : m.organisation_members_role_unchanged();
    }
  }
  return done(href("/settings/members"), text);
});

export default function Members({ loaderData, actionData }: Route.ComponentProps) {
  const { members, invitations, mayManage, mayManageOwners } = loaderData;
  const result = actionData?.result;
  return (
    <div className="max-w-3xl">
      <PageHeader title={m.organisation_members()} description={m.organisation_members_lead()} />
      <div className="grid gap-6">
        <ErrorSummary errors={problemsOf(result)} />
        <MemberTable members={members} mayManage={mayManage} mayManageOwners={mayManageOwners} />
        {mayManage && invitations.length > 0 && <InvitationsCard invitations={invitations} />}
        {mayManage ? (
          <Card title={m.organisation_members_invite_teammate()}>
            <Form key={invitations[0]?.id} method="post" className="grid max-w-xl gap-5" noValidate>
              <Field
                {...fieldProps(result, "email")}
                label={m.common_email()}
                type="email"
                required
                hint={m.organisation_members_invite_hint()}
              />
              <RadioGroupField
                {...fieldProps(result, "role", "agent")}
                label={m.common_role()}
                options={[
                  { value: "agent", label: m.organisation_members_agent(), hint: roleHints.agent },
                  { value: "admin", label: m.organisation_members_admin(), hint: roleHints.admin },
                ]}
              />
              <p>
                <Button name="intent" value="invite">
                  {m.organisation_members_send_invitation()}
                </Button>
              </p>
            </Form>
          </Card>
        ) : (
          <p className="text-muted">{m.organisation_members_managers_only_text()}</p>
        )}
        <RoleTable rows={loaderData.roleTable} />
      </div>
    </div>
  );
}

type Listed = CallOutput<"GET /members">;

type Member = Listed["members"][number];

const nameOf = ({ name, email }: Member) => name || email;

/** The members, each with a menu of what can be changed. */
function MemberTable({
  members,
  mayManage,
  mayManageOwners,
}: {
  members: Member[];
  mayManage: boolean;
  mayManageOwners: boolean;
}) {
  return (
    <DataTable
      caption={counted(m.counts_members, members.length)}
      rows={members}
      keyOf={(member) => member.id}
      columns={[
        {
          header: m.common_name,
          cell: (member) => (
            <span className="flex items-center gap-3">
              <Avatar avatar={member.avatar} />
              <span className="min-w-0">
                {nameOf(member)} {member.isYou && <Badge tone="good">{m.common_you()}</Badge>}
                <span className="hint block font-normal wrap-anywhere">{member.email}</span>
              </span>
            </span>
          ),
        },
        { header: m.common_role, plain: true, cell: (member) => roleNames[member.role] },
        {
          header: m.organisation_members_last_active,
          cell: ({ lastActiveAt }) => (lastActiveAt ? <Time value={lastActiveAt} /> : "–"),
        },
        {
          header: m.common_actions,
          plain: "hidden",
          className: "menu-cell",
          cell: (member) => {
            const mayChange = member.role === "owner" ? mayManageOwners : mayManage;
            if (!mayChange && !member.isYou) return undefined;
            const roles = memberRoles.filter(
              (role) => mayChange && role !== member.role && (role !== "owner" || mayManageOwners),
            );
            return <MemberMenu member={member} roles={roles} />;
          },
        },
      ]}
    />
  );
}

/** What can be done with a member: another role, and the way out. */
const MemberMenu = ({ member, roles }: { member: Member; roles: readonly MemberRole[] }) => (
  <Menu
    label={m.organisation_members_actions_label({ name: nameOf(member) })}
    button={<Icon name="ellipsis" size={20} />}
  >
    <Form method="post">
      <input type="hidden" name="intent" value="role" />
      <input type="hidden" name="memberId" value={member.id} />
      <ul className="menu-list">
        {roles.map((role) => (
          <li key={role}>
            <button type="submit" name="memberRole" value={role}>
              {m.organisation_members_change_role({ role: inSentence(roleNames[role]) })}
            </button>
          </li>
        ))}
        <li>
          {member.isYou ? (
            <Link className="text-bad" to={href("/settings/members/leave")}>
              {m.organisation_leave()}
            </Link>
          ) : (
            <Link
              className="text-bad"
              to={href("/settings/members/:memberId/remove", { memberId: member.id })}
            >
              {m.common_remove()}
            </Link>
          )}
        </li>
      </ul>
    </Form>
  </Menu>
);

function InvitationsCard({ invitations }: { invitations: Listed["invitations"] }) {
  return (
    <Card title={m.organisation_members_open_invitations()}>
      <ul className="divide-y divide-line">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">
                {invitation.email} <Badge>{roleNames[invitation.role]}</Badge>{" "}
                {invitation.expired && <Badge tone="warn">{m.organisation_members_expired()}</Badge>}
              </p>
              <p className="hint">
                {(invitation.expired
                  ? m.organisation_members_ended_text
                  : m.organisation_members_valid_until_text)({
                  moment: momentText(invitation.expiresAt),
                })}
              </p>
            </div>
            <Form method="post" className="flex flex-wrap gap-2">
              <input type="hidden" name="invitationId" value={invitation.id} />
              <Button name="intent" value="resend" variant="secondary">
                {m.common_resend()}
              </Button>
              <Button name="intent" value="revoke" variant="danger-quiet">
                {m.common_revoke()}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </Card>
  );
}
