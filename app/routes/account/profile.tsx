import { href, Link, redirect } from "react-router";
import { formatCount } from "#app/platform/counts.ts";
import { readablePhone } from "#app/platform/readablePhone.ts";
import { isManager, isStaff } from "#app/platform/roles.ts";
import { ActivityList } from "#app/routes/organisation/activityList.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ProgressBar } from "#app/ui/progress.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { useAuth } from "#app/web/auth.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/profile";
import { EmailChangeNotice } from "./emailChangeNotice.tsx";
import { ProfileForm } from "./profileForm.tsx";
import { ProfilePicture } from "./profilePicture.tsx";
import { saveProfile } from "./saveProfile.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Profile" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const editing = new URL(request.url).searchParams.has("edit");
  const user = context.get(userContext);
  if (isStaff(user)) throw redirect(`${href("/admin/profile")}${editing ? "?edit=1" : ""}`);
  const api = context.get(apiContext);
  const [{ activity }, { change }] = await orErrorPage(
    Promise.all([api("GET /profile/activity", {}), api("GET /profile/email", {})]),
  );
  return { activity, emailChange: change, editing, isManager: isManager(user) };
}

export async function action(args: Route.ActionArgs) {
  return saveProfile(args, { back: href("/profile") });
}

type User = NonNullable<ReturnType<typeof useAuth>["user"]>;

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { activity, emailChange, editing, isManager } = loaderData;
  const { user } = useAuth();
  if (!user) return null;
  const edits = editing || actionData !== undefined;
  return (
    <>
      <PageHeader
        title="Profile"
        description="Your business and your personal details."
        actions={
          !edits && (
            <>
              <ButtonLink to={href("/change-password")} variant="quiet">
                Change Password
              </ButtonLink>
              <ButtonLink to={`${href("/profile")}?edit=1`} variant="secondary">
                Edit Profile
              </ButtonLink>
            </>
          )
        }
      />
      <EmailChangeNotice change={emailChange} />
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="grid gap-6">
          <Card title="Business information">
            {edits ? (
              <ProfileForm
                user={user}
                business={isManager ? "edited" : user.role ? "read" : "none"}
                lastResult={actionData?.result}
                back={href("/profile")}
              />
            ) : (
              <>
                <Person user={user} />
                <Details user={user} />
              </>
            )}
          </Card>
          {edits && <ProfilePicture avatar={user.avatar} />}
          {user.role && (
            <Card title="WhatsApp information">
              <DescriptionList
                items={[
                  { term: "Business ID", value: user.businessId || "Known after WhatsApp is connected" },
                  {
                    term: "WhatsApp number",
                    value: readablePhone(user.whatsappNumber) || "Known after WhatsApp is connected",
                  },
                ]}
              />
            </Card>
          )}
        </div>
        <Card title="Account activity">
          {activity.length > 0 ? (
            <ActivityList entries={activity} />
          ) : (
            <p className="text-muted">What you do with your account is listed here.</p>
          )}
        </Card>
      </div>
    </>
  );
}

function Details({ user }: { user: User }) {
  return (
    <DescriptionList
      items={[
        ...(user.role ? [{ term: "Business name", value: user.businessName || "Not given" }] : []),
        { term: "Email", value: user.email },
        { term: "Phone", value: readablePhone(user.phoneNumber) || "Not given" },
        ...(user.role ? [{ term: "Plan", value: `${user.planType}, ${user.billingType}` }] : []),
        ...(user.role
          ? [
              {
                term: "Messages this month",
                value: (
                  <ProgressBar
                    label={`${formatCount(user.messagesUsed)} of ${formatCount(user.messageLimit)} included`}
                    value={user.messagesUsed}
                    max={user.messageLimit}
                  />
                ),
              },
            ]
          : []),
        {
          term: "Email verified",
          value: user.isVerified ? (
            <Badge tone="good">Verified</Badge>
          ) : (
            <Badge tone="warn">Not verified</Badge>
          ),
        },
        {
          term: "Last sign-in",
          value: user.lastLogin ? <Time value={user.lastLogin} /> : "Not known",
        },
        { term: "Member since", value: <Time value={user.createdAt} to="day" /> },
      ]}
    />
  );
}

function Person({ user }: { user: User }) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-4">
      <Avatar avatar={user.avatar} large />
      <div className="min-w-0">
        <p className="font-display text-xl leading-tight font-semibold break-words">
          {user.firstName} {user.lastName}
        </p>
        <Link to={href("/profile/picture")} className="link inline-block py-2.5">
          {user.avatar ? "Change picture" : "Add a picture"}
        </Link>
      </div>
    </div>
  );
}

export { ScreenError as ErrorBoundary };
