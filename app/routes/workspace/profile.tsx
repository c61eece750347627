import { getInputProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Link, redirect } from "react-router";
import { profileForm } from "#app/domain/profile/schemas.ts";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { userContext } from "#app/middleware/session.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { ActivityList } from "#app/ui/activityList.tsx";
import { useAuth } from "#app/ui/auth.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { readablePhone } from "#app/ui/phone.tsx";
import { ProfilePicture } from "#app/ui/profilePicture.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import type { Route } from "./+types/profile";

export const meta: Route.MetaFunction = () => [{ title: "Profile" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  if (context.get(userContext)?.usertype === "admin") throw redirect("/admin/profile");
  const { activity } = await context.get(apiContext)("GET /profile/activity", {});
  return { activity, editing: new URL(request.url).searchParams.has("edit") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = await readSubmission(request, profileForm);
  if (submission.status !== "success") return refuse(submission);
  try {
    await context.get(apiContext)("PUT /profile", submission.value);
  } catch (error) {
    return refuse(submission, error);
  }
  return redirect("/profile", { headers: withToast({ kind: "success", text: "Profile saved." }) });
}

type User = NonNullable<ReturnType<typeof useAuth>["user"]>;

export default function Profile({ loaderData: { activity, editing }, actionData }: Route.ComponentProps) {
  const { user } = useAuth();
  if (!user) return null;
  const edits = editing || actionData !== undefined;
  return (
    <>
      <PageHeader
        title="Profile"
        description="How your business is known here, and who you are in it."
        actions={
          !edits && (
            <>
              <ButtonLink to="/change-password" variant="quiet">
                Change Password
              </ButtonLink>
              <ButtonLink to="/profile?edit=1" variant="secondary">
                Edit Profile
              </ButtonLink>
            </>
          )
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="grid gap-6">
          <Card title="Business information">
            {edits ? (
              <ProfileForm user={user} lastResult={actionData?.result} />
            ) : (
              <>
                <Person user={user} />
                <DescriptionList
                  items={[
                    { term: "Business name", value: user.businessName || "Not given" },
                    { term: "Email", value: user.email },
                    { term: "Phone", value: readablePhone(user.phoneNumber) || "Not given" },
                    { term: "Plan", value: `${user.planType}, ${user.billingType}` },
                    { term: "Member since", value: <Time value={user.createdAt} to="day" /> },
                  ]}
                />
              </>
            )}
          </Card>
          {edits && <ProfilePicture avatar={user.avatar} />}
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

function Person({ user }: { user: User }) {
  return (
    <div className="mb-4 flex items-center gap-4">
      <Avatar avatar={user.avatar} large />
      <div className="min-w-0">
        <p className="font-display text-xl leading-tight font-semibold break-words">
          {user.firstName} {user.lastName}
        </p>
        <Link to="/profile/picture" className="link inline-block py-2.5">
          {user.avatar ? "Change picture" : "Add a picture"}
        </Link>
      </div>
    </div>
  );
}

function ProfileForm({
  user,
  lastResult,
}: {
  user: User;
  lastResult: SubmissionResult<string[]> | undefined;
}) {
  const [form, fields] = useForm<{ businessName: string; phoneNumber: string }>({
    lastResult,
    defaultValue: { businessName: user.businessName, phoneNumber: user.phoneNumber },
  });
  const props = (field: typeof fields.businessName | typeof fields.phoneNumber) => {
    const { key, ...input } = getInputProps(field, { type: "text", ariaAttributes: false });
    return { ...input, key, error: field.errors?.[0], required: false };
  };
  const { key: nameKey, ...businessName } = props(fields.businessName);
  const { key: phoneKey, ...phoneNumber } = props(fields.phoneNumber);
  return (
    <Form method="post" id={form.id} noValidate className="grid gap-5">
      <ErrorSummary
        errors={[
          ...(form.errors ?? []).map((text) => ({ text })),
          ...[fields.businessName, fields.phoneNumber].flatMap(({ id, errors = [] }) =>
            errors.map((text) => ({ id, text })),
          ),
        ]}
      />
      <Field key={nameKey} {...businessName} label="Business name" autoComplete="organization" required />
      <Field
        label="Email"
        name="email"
        type="email"
        value={user.email}
        readOnly
        hint="You sign in with this address. It cannot be changed here."
      />
      <Field
        key={phoneKey}
        {...phoneNumber}
        type="tel"
        label="Phone"
        autoComplete="tel"
        hint="For example 0712 345 678 or +254 712 345 678."
      />
      <div className="row-actions">
        <Button>Save Changes</Button>
        <ButtonLink to="/profile" variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}

export { ScreenError as ErrorBoundary };
