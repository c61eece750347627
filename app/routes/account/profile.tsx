import { href, Link, redirect } from "react-router";
import { type Locale, offeredLocales } from "#app/platform/locale/locale.ts";
import { planWords } from "#app/platform/money/planTypes.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { isStaff } from "#app/platform/roles/accountKinds.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { ActivityList } from "#app/routes/organisation/activityList.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { LanguageField } from "#app/ui/languageField.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ProgressBar } from "#app/ui/progress.tsx";
import { Time } from "#app/ui/time.tsx";
import { useAuth } from "#app/web/auth.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/profile";
import { EmailChangeNotice } from "./emailChangeNotice.tsx";
import { ProfileForm } from "./profileForm.tsx";
import { ProfilePicture } from "./profilePicture.tsx";
import { saveMember, saveOwner } from "./saveProfile.server.ts";

export const meta: Route.MetaFunction = () => [{ title: m.common_profile() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const editing = new URL(request.url).searchParams.has("edit");
  const user = context.get(userContext);
  if (isStaff(user)) throw redirect(`${href("/admin/profile")}${editing ? "?edit=1" : ""}`);
  const api = pageApi(context);
  const [{ user: used }, { activity }, { change }] = await Promise.all([
    api("GET /auth/me", {}),
    api("GET /profile/activity", {}),
    api("GET /profile/email", {}),
  ]);
  const { messagesUsed } = used;
  return {
    activity,
    emailChange: change,
    messagesUsed,
    editing,
    isManager: may(user, "organisation.manage"),
  };
}

export const action = (args: Route.ActionArgs) =>
  may(args.context.get(userContext), "organisation.manage") ? saveOwner(args) : saveMember(args);

type User = NonNullable<ReturnType<typeof useAuth>["user"]>;

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { activity, emailChange, messagesUsed, editing, isManager } = loaderData;
  const { user } = useAuth();
  if (!user) return null;
  const edits = editing || actionData !== undefined;
  return (
    <>
      <PageHeader
        title={m.common_profile()}
        description={m.account_profile_lead()}
        actions={
          !edits && (
            <>
              <ButtonLink to={href("/change-password")} variant="quiet">
                {m.common_change_password()}
              </ButtonLink>
              <ButtonLink to={`${href("/profile")}?edit=1`} variant="secondary">
                {m.common_edit_profile()}
              </ButtonLink>
            </>
          )
        }
      />
      <EmailChangeNotice change={emailChange} />
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="grid gap-6">
          <Card title={m.account_profile_business_information()}>
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
                <Details user={user} messagesUsed={messagesUsed} />
              </>
            )}
          </Card>
          {edits && <ProfilePicture avatar={user.avatar} />}
          {edits && <OwnLanguage locale={user.locale} />}
          {user.role && (
            <Card title={m.account_profile_whatsapp_information()}>
              <DescriptionList
                items={[
                  {
                    term: m.account_profile_business_id(),
                    value: user.businessId || m.account_profile_number_unknown(),
                  },
                  {
                    term: m.common_whatsapp_number(),
                    value: readablePhone(user.whatsappNumber) || m.account_profile_number_unknown(),
                  },
                ]}
              />
            </Card>
          )}
        </div>
        <Card title={m.account_profile_account_activity_title()}>
          {activity.length > 0 ? (
            <ActivityList entries={activity} />
          ) : (
            <p className="text-muted">{m.account_profile_activity_empty()}</p>
          )}
        </Card>
      </div>
    </>
  );
}

/** A member's language for screens and emails; the choice on every page is the same one. */
function OwnLanguage({ locale }: { locale: Locale | null }) {
  if (offeredLocales.length < 2) return null;
  return (
    <Card title={m.account_profile_language_title()}>
      <Form
        method="post"
        action={href("/language")}
        className="flex flex-wrap items-end gap-3"
        reloadDocument
      >
        <input type="hidden" name="to" value={href("/profile")} />
        <LanguageField chosen={locale} hint={m.account_own_language_hint()} />
        <Button variant="secondary">{m.common_save()}</Button>
      </Form>
    </Card>
  );
}

function Details({ user, messagesUsed }: { user: User; messagesUsed: number }) {
  return (
    <DescriptionList
      items={[
        ...(user.role
          ? [{ term: m.common_business_name(), value: user.businessName || m.common_not_provided() }]
          : []),
        { term: m.common_email(), value: user.email },
        { term: m.common_phone(), value: readablePhone(user.phoneNumber) || m.common_not_provided() },
        ...(user.role
          ? [
              {
                term: m.common_plan(),
                value: planWords(user.planType, user.billingType),
              },
            ]
          : []),
        ...(user.role
          ? [
              {
                term: m.common_messages_this_month(),
                value: (
                  <ProgressBar
                    label={m.account_profile_plan_usage({
                      messagesUsed: formatCount(messagesUsed),
                      messageLimit: formatCount(user.messageLimit),
                    })}
                    value={messagesUsed}
                    max={user.messageLimit}
                  />
                ),
              },
            ]
          : []),
        {
          term: m.common_email_verified(),
          value: user.isVerified ? (
            <Badge tone="good">{m.account_profile_verified()}</Badge>
          ) : (
            <Badge tone="warn">{m.account_profile_not_verified()}</Badge>
          ),
        },
        {
          term: m.account_profile_last_sign_in(),
          value: user.lastLogin ? <Time value={user.lastLogin} /> : m.common_value_unknown(),
        },
        { term: m.account_profile_member_since(), value: <Time value={user.createdAt} to="day" /> },
      ]}
    />
  );
}

function Person({ user }: { user: User }) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-4">
      <Avatar avatar={user.avatar} large />
      <div className="min-w-0">
        <p className="font-heading text-xl leading-tight font-semibold break-words">
          {user.firstName} {user.lastName}
        </p>
        <Link to={href("/profile/picture")} className="link inline-block py-2.5">
          {user.avatar ? m.account_profile_change_picture_link() : m.account_profile_add_picture_link()}
        </Link>
      </div>
    </div>
  );
}
