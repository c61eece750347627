import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { email } from "#app/domain/accounts/schemas.ts";
import { invitationRole, memberRole } from "#app/domain/organisations/members/schemas.ts";
import { memberRoles, roleHints } from "#app/domain/organisations/members/words.ts";
import { countOf } from "#app/platform/counts.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, RadioGroupField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/members";
import { SettingsTabs } from "./settingsTabs.tsx";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("invite"), email, role: invitationRole }),
  z.object({ intent: z.literal("resend"), invitationId: z.string() }),
  z.object({ intent: z.literal("revoke"), invitationId: z.string() }),
  z.object({ intent: z.literal("role"), memberId: z.string(), memberRole }),
]);

export const meta: Route.MetaFunction = () => [{ title: "Members" }];

export async function loader({ context }: Route.LoaderArgs) {
  const role = context.get(userContext)?.role ?? "agent";
  return { role, ...(await orErrorPage(context.get(apiContext)("GET /members", {}))) };
}

export const action = formAction(schema, async ({ value, api }) => {
  let text: string;
  switch (value.intent) {
    case "invite":
      await api("POST /invitations", { email: value.email, role: value.role });
      text = `The invitation to ${value.email} is on its way.`;
      break;
    case "resend": {
      const sent = await api("POST /invitations/:invitationId/resend", {
        invitationId: value.invitationId,
      });
      text = `${sent.email} gets a new link.`;
      break;
    }
    case "revoke": {
      const taken = await api("DELETE /invitations/:invitationId", { invitationId: value.invitationId });
      text = `The invitation for ${taken.email} was revoked.`;
      break;
    }
    case "role": {
      const { memberId, memberRole: role } = value;
      const { changed } = await api("PUT /members/:memberId", { memberId, role });
      text = changed ? "Role changed." : "The role stays as it was.";
    }
  }
  return done(href("/settings/members"), text);
});

export default function Members({ loaderData, actionData }: Route.ComponentProps) {
  const { role, members, invitations } = loaderData;
  const result = actionData?.result;
  const typed = result?.initialValue as { email?: string; role?: string } | undefined;
  const isManager = role !== "agent";
  return (
    <div className="max-w-3xl">
      <PageHeader title="Members" description="Who works in your organisation, and what they may do." />
      <SettingsTabs />
      <div className="grid gap-6">
        <ErrorSummary
          errors={Object.entries(result?.error ?? {}).flatMap(([name, texts]) =>
            (texts ?? []).slice(0, 1).map((text) => ({ id: name || undefined, text })),
          )}
        />
        <Card title={countOf(members.length, "member")}>
          <ul className="divide-y divide-line">
            {members.map((member) => (
              <MemberRow key={member.id} member={member} callerRole={role} />
            ))}
          </ul>
        </Card>
        {isManager && invitations.length > 0 && <InvitationsCard invitations={invitations} />}
        {isManager ? (
          <Card title="Invite somebody">
            <Form key={invitations[0]?.id} method="post" className="grid max-w-xl gap-5" noValidate>
              <Field
                label="Email"
                name="email"
                type="email"
                required
                defaultValue={typed?.email}
                error={result?.error?.email?.[0]}
                hint="They get a mail with a link that works for seven days."
              />
              <RadioGroupField
                label="Role"
                name="role"
                defaultValue={typed?.role ?? "agent"}
                error={result?.error?.role?.[0]}
                options={[
                  { value: "agent", label: "Agent", hint: roleHints.agent },
                  { value: "admin", label: "Admin", hint: roleHints.admin },
                ]}
              />
              <p>
                <Button name="intent" value="invite">
                  Send the invitation
                </Button>
              </p>
            </Form>
          </Card>
        ) : (
          <p className="text-muted">Owners and admins invite people and change roles.</p>
        )}
      </div>
    </div>
  );
}

type Listed = CallOutput<"GET /members">;

const roleNames = { owner: "Owner", admin: "Admin", agent: "Agent" };

function MemberRow({ member, callerRole }: { member: Listed["members"][number]; callerRole: string }) {
  const mayChange = callerRole === "owner" || (callerRole === "admin" && member.role !== "owner");
  const choices = memberRoles.filter((choice) => choice !== "owner" || callerRole === "owner");
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <Avatar avatar={member.avatar} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold wrap-anywhere">
          {member.name || member.email} {member.isYou && <Badge tone="good">You</Badge>}{" "}
          {!mayChange && <Badge>{roleNames[member.role]}</Badge>}
        </p>
        <p className="hint wrap-anywhere">
          {member.email}, since <Time value={member.joinedAt} to="day" />
        </p>
      </div>
      {(mayChange || member.isYou) && (
        <div className="flex w-full flex-wrap items-center gap-2 sm:w-auto">
          {mayChange && (
            <Form method="post" className="flex min-w-0 flex-1 basis-[8rem] items-center gap-2">
              <input type="hidden" name="memberId" value={member.id} />
              <select
                className="input min-w-0"
                name="memberRole"
                defaultValue={member.role}
                aria-label={`Role of ${member.name || member.email}`}
              >
                {choices.map((choice) => (
                  <option key={choice} value={choice}>
                    {roleNames[choice]}
                  </option>
                ))}
              </select>
              <Button name="intent" value="role" variant="secondary">
                Save
              </Button>
            </Form>
          )}
          {member.isYou ? (
            <ButtonLink to={href("/settings/members/leave")} variant="quiet">
              Leave
            </ButtonLink>
          ) : (
            <ButtonLink
              to={href("/settings/members/:memberId/remove", { memberId: member.id })}
              variant="quiet"
            >
              Remove
            </ButtonLink>
          )}
        </div>
      )}
    </li>
  );
}

function InvitationsCard({ invitations }: { invitations: Listed["invitations"] }) {
  return (
    <Card title="Open invitations">
      <ul className="divide-y divide-line">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">
                {invitation.email} <Badge>{roleNames[invitation.role]}</Badge>{" "}
                {invitation.expired && <Badge tone="warn">Expired</Badge>}
              </p>
              <p className="hint">
                {invitation.expired ? "Ended" : "Valid until"} <Time value={invitation.expiresAt} />
              </p>
            </div>
            <Form method="post" className="flex flex-wrap gap-2">
              <input type="hidden" name="invitationId" value={invitation.id} />
              <Button name="intent" value="resend" variant="secondary">
                Send again
              </Button>
              <Button name="intent" value="revoke" variant="quiet">
                Revoke
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
