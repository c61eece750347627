import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { email } from "#app/domain/accounts/schemas.ts";
import { invitationRole } from "#app/domain/organisations/invitations/schemas.ts";
import { memberRole } from "#app/domain/organisations/members/schemas.ts";
import { memberRoles, roleHints, roleNames } from "#app/domain/organisations/members/words.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { roleTable } from "#app/platform/roles/actWords.server.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, RadioGroupField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { momentText, Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/members";
import { RoleTable } from "./roleTable.tsx";
import { SettingsTabs } from "./settingsTabs.tsx";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("invite"), email, role: invitationRole }),
  z.object({ intent: z.literal("resend"), invitationId: z.string() }),
  z.object({ intent: z.literal("revoke"), invitationId: z.string() }),
  z.object({ intent: z.literal("role"), memberId: z.string(), memberRole }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.organisation_members() }];

export async function loader({ context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  const listed = await orThrowPage(context.get(apiContext)("GET /members", {}));
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
      const { changed } = await api("PUT /members/:memberId", { memberId, role });
      text = changed ? m.organisation_members_role_changed() : m.organisation_members_role_unchanged();
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
      <SettingsTabs />
      <div className="grid gap-6">
        <ErrorSummary errors={problemsOf(result)} />
        <Card
          title={
            <span className="block first-letter:uppercase">{counted(m.counts_members, members.length)}</span>
          }
        >
          <ul className="divide-y divide-line">
            {members.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                mayManage={mayManage}
                mayManageOwners={mayManageOwners}
              />
            ))}
          </ul>
        </Card>
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

interface RowProps {
  member: Listed["members"][number];
  mayManage: boolean;
  mayManageOwners: boolean;
}

function MemberRow({ member, mayManage, mayManageOwners }: RowProps) {
  const mayChange = member.role === "owner" ? mayManageOwners : mayManage;
  const choices = memberRoles.filter((choice) => choice !== "owner" || mayManageOwners);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <Avatar avatar={member.avatar} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold wrap-anywhere">
          {member.name || member.email} {member.isYou && <Badge tone="good">{m.common_you()}</Badge>}{" "}
          {!mayChange && <Badge>{roleNames[member.role]}</Badge>}
        </p>
        <p className="hint wrap-anywhere">
          <ParaglideMessage
            message={m.organisation_members_since_time_text}
            inputs={{ email: member.email }}
            markup={{ time: () => <Time value={member.joinedAt} to="day" /> }}
          />
        </p>
      </div>
      {(mayChange || member.isYou) && (
        <div className="flex w-full flex-wrap items-center gap-2 sm:w-auto sm:flex-nowrap">
          {mayChange && (
            <Form method="post" className="flex min-w-0 flex-1 basis-32 items-center gap-2 sm:basis-56">
              <input type="hidden" name="memberId" value={member.id} />
              <select
                className="input min-w-0 pr-7 pl-2.5"
                name="memberRole"
                defaultValue={member.role}
                aria-label={m.organisation_members_role_of({ memberName: member.name || member.email })}
              >
                {choices.map((choice) => (
                  <option key={choice} value={choice}>
                    {roleNames[choice]}
                  </option>
                ))}
              </select>
              <Button name="intent" value="role" variant="secondary">
                {m.common_save()}
              </Button>
            </Form>
          )}
          {member.isYou ? (
            <ButtonLink to={href("/settings/members/leave")} variant="danger-quiet">
              {m.organisation_leave()}
            </ButtonLink>
          ) : (
            <ButtonLink
              to={href("/settings/members/:memberId/remove", { memberId: member.id })}
              variant="danger-quiet"
            >
              {m.common_remove()}
            </ButtonLink>
          )}
        </div>
      )}
    </li>
  );
}

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

export { ScreenError as ErrorBoundary };
