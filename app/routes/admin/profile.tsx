import { href } from "react-router";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { EmailChangeNotice } from "#app/routes/account/emailChangeNotice.tsx";
import { ProfileForm } from "#app/routes/account/profileForm.tsx";
import { saveStaff } from "#app/routes/account/saveProfile.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { requireRole } from "#app/web/session.server.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import type { Route } from "./+types/profile";
import { staffName } from "./staffHeader.tsx";

export const middleware: Route.MiddlewareFunction[] = [requireRole("admin")];

export const meta: Route.MetaFunction = () => [{ title: m.common_profile() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { change } = await context.get(apiContext)("GET /profile/email", {});
  return { emailChange: change, editing: new URL(request.url).searchParams.has("edit") };
}

export const action = saveStaff;

export default function AdminProfile({ loaderData, actionData }: Route.ComponentProps) {
  const root = useRoot();
  const user = root?.user;
  if (!user) return null;
  const edits = loaderData.editing || actionData !== undefined;
  return (
    <>
      <PageHeader
        title={m.common_profile()}
        actions={
          <>
            {!edits && (
              <ButtonLink to={`${href("/admin/profile")}?edit=1`} variant="secondary">
                {m.common_edit_profile()}
              </ButtonLink>
            )}
            <ButtonLink to={href("/settings")} variant="quiet">
              {m.common_account_settings()}
            </ButtonLink>
            <ButtonLink to={href("/change-password")} variant="secondary">
              {m.common_change_password()}
            </ButtonLink>
          </>
        }
      />
      <EmailChangeNotice change={loaderData.emailChange} />
      <Card title={m.admin_administrator()} className="max-w-3xl">
        {edits ? (
          <ProfileForm
            user={user}
            business="none"
            lastResult={actionData?.result}
            back={href("/admin/profile")}
          />
        ) : (
          <DescriptionList
            items={[
              { term: m.common_name(), value: staffName(user) },
              { term: m.common_email(), value: user.email },
              { term: m.common_phone(), value: readablePhone(user.phoneNumber) || m.common_not_provided() },
              {
                term: m.admin_last_sign_in(),
                value: user.lastLogin ? <Time value={user.lastLogin} /> : m.admin_profile_first_sign_in(),
              },
              { term: m.admin_profile_member_since(), value: <Time value={user.createdAt} to="day" /> },
            ]}
          />
        )}
      </Card>
    </>
  );
}
