import { useRouteLoaderData } from "react-router";
import { apiContext } from "#app/middleware/platform.server.ts";
import { requireRole } from "#app/middleware/session.server.ts";
import type { loader as rootLoader } from "#app/root.tsx";
import { saveProfile } from "#app/routes/workspace/saveProfile.server.ts";
import { readablePhone } from "#app/shared/readablePhone.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmailChangeNotice } from "#app/ui/emailChangeNotice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ProfileForm } from "#app/ui/profileForm.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { staffName } from "#app/ui/staffHeader.tsx";
import { Time } from "#app/ui/time.tsx";
import type { Route } from "./+types/profile";

export const middleware: Route.MiddlewareFunction[] = [requireRole("admin")];

export const meta: Route.MetaFunction = () => [{ title: "Profile" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { change } = await context.get(apiContext)("GET /profile/email", {});
  return { emailChange: change, editing: new URL(request.url).searchParams.has("edit") };
}

export async function action(args: Route.ActionArgs) {
  return saveProfile(args, { back: "/admin/profile" });
}

export default function AdminProfile({ loaderData, actionData }: Route.ComponentProps) {
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const user = root?.user;
  if (!user) return null;
  const edits = loaderData.editing || actionData !== undefined;
  return (
    <>
      <PageHeader
        title="Profile"
        actions={
          <>
            {!edits && (
              <ButtonLink to="/admin/profile?edit=1" variant="secondary">
                Edit Profile
              </ButtonLink>
            )}
            <ButtonLink to="/settings" variant="quiet">
              Account Settings
            </ButtonLink>
            <ButtonLink to="/change-password" variant="secondary">
              Change Password
            </ButtonLink>
          </>
        }
      />
      <EmailChangeNotice change={loaderData.emailChange} />
      <Card title="Administrator" className="max-w-3xl">
        {edits ? (
          <ProfileForm user={user} business="none" lastResult={actionData?.result} back="/admin/profile" />
        ) : (
          <DescriptionList
            items={[
              { term: "Name", value: staffName(user) },
              { term: "Email", value: user.email },
              { term: "Phone", value: readablePhone(user.phoneNumber) || "Not given" },
              {
                term: "Last sign-in",
                value: user.lastLogin ? <Time value={user.lastLogin} /> : "This one is the first",
              },
              { term: "Member since", value: <Time value={user.createdAt} to="day" /> },
            ]}
          />
        )}
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
