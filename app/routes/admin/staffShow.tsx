import { href } from "react-router";
import { z } from "zod";
import { reasonForm, staffRoleForm } from "#app/domain/console/schemas.ts";
import { staffRoles } from "#app/domain/console/words.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, fieldValue, problemsOf, reasonFor, resultOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import type { Route } from "./+types/staffShow";
import { staffStatuses } from "./staffStatus.ts";

const form = z.discriminatedUnion("intent", [
  staffRoleForm.extend({ intent: z.literal("role") }),
  reasonForm.extend({ intent: z.literal("suspend") }),
  reasonForm.extend({ intent: z.literal("reinstate") }),
  reasonForm.extend({ intent: z.literal("sessions") }),
]);
type Intent = z.output<typeof form>["intent"];

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.admin_staff_page_title({ email: loaderData.person.email }) },
];

export async function loader({ context, params: { staffId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /admin/staff/:staffId", { staffId });
}

export const action = formAction(form, async ({ value, api }, { params: { staffId } }: Route.ActionArgs) => {
  const back = href("/admin/staff/:staffId", { staffId });
  const { reason } = value;
  switch (value.intent) {
    case "role": {
      const { email } = await api("PUT /admin/staff/:staffId", {
        staffId,
        staffRole: value.staffRole,
        reason,
      });
      return done(back, m.admin_staff_show_role_changed_done({ email }));
    }
    case "suspend": {
      const { email } = await api("POST /admin/staff/:staffId/suspension", { staffId, reason });
      return done(back, m.admin_staff_show_suspended_done({ email }));
    }
    case "reinstate": {
      const { email } = await api("DELETE /admin/staff/:staffId/suspension", { staffId, reason });
      return done(back, m.admin_staff_show_reinstated_done({ email }));
    }
    case "sessions": {
      const { email } = await api("DELETE /admin/staff/:staffId/sessions", { staffId, reason });
      return done(back, m.admin_staff_show_signed_out_done({ email }));
    }
  }
});

export default function StaffShow({ loaderData, actionData }: Route.ComponentProps) {
  const { person, openSessions, acts, mayChange } = loaderData;
  const isMe = useRoot()?.user?.id === person.id;
  const { tone, label } = staffStatuses[person.accountStatus];
  return (
    <>
      <PageHeader
        title={person.email}
        actions={
          <ButtonLink variant="quiet" to={href("/admin/staff")}>
            {m.common_back()}
          </ButtonLink>
        }
      />
      <div className="grid max-w-3xl gap-4">
        <ErrorSummary
          errors={problemsOf(actionData?.result, reasonFor(actionData?.result.initialValue?.intent))}
        />
        <DescriptionList
          items={[
            { term: m.common_name(), value: `${person.firstName} ${person.lastName}`.trim() || "–" },
            { term: m.common_role(), value: staffRoles[person.staffRole].label },
            { term: m.common_status(), value: <Badge tone={tone}>{label()}</Badge> },
            {
              term: m.common_two_step_verification(),
              value: person.secondFactorSince ? m.common_on() : m.common_off(),
            },
            {
              term: m.admin_last_sign_in(),
              value: person.lastLogin ? <Time value={person.lastLogin} /> : m.common_never(),
            },
            { term: m.admin_staff_open_sessions(), value: String(openSessions) },
          ]}
        />
        {mayChange && isMe && <p className="hint">{m.admin_staff_show_own_account_text()}</p>}
        {mayChange && !isMe && <Changes person={person} actionData={actionData} />}
        <DataTable
          caption={m.admin_staff_changes_caption()}
          rows={acts}
          keyOf={(row) => row.id}
          empty={m.admin_administrator_activity_empty()}
          columns={[
            { header: m.common_action(), cell: (row) => row.title, below: (row) => row.details },
            { header: m.admin_done_by(), cell: (row) => row.by },
            { header: m.common_when(), cell: (row) => <Time value={row.at} /> },
          ]}
        />
      </div>
    </>
  );
}

function Changes({
  person,
  actionData,
}: {
  person: Route.ComponentProps["loaderData"]["person"];
  actionData: Route.ComponentProps["actionData"];
}) {
  const result = actionData?.result;
  const of = (intent: Intent) => resultOf(result, intent);
  const reasonOf = (intent: Intent) => (
    <Field {...fieldProps(of(intent), "reason")} label={m.common_reason()} id={`reason-${intent}`} required />
  );
  const suspended = person.accountStatus === "suspended";
  const [access, accessWord] = suspended
    ? (["reinstate", m.admin_reinstate()] as const)
    : (["suspend", m.common_suspend()] as const);
  return (
    <>
      <Card title={m.common_role()}>
        <Form method="post" noValidate renews className="grid gap-4">
          <SelectField
            label={m.common_role()}
            name="staffRole"
            defaultValue={fieldValue(of("role"), "staffRole", person.staffRole)}
            options={Object.entries(staffRoles).map(([value, role]) => ({ value, label: role.label }))}
          />
          {reasonOf("role")}
          <div>
            <Button name="intent" value="role">
              {m.admin_staff_change_role_button()}
            </Button>
          </div>
        </Form>
      </Card>
      <Card title={suspended ? m.admin_reinstate() : m.common_suspend()}>
        <Form method="post" noValidate renews className="grid gap-4">
          {!suspended && <p>{m.admin_staff_show_suspend_text()}</p>}
          {reasonOf(access)}
          <div>
            <Button variant={suspended ? "primary" : "danger"} name="intent" value={access}>
              {accessWord}
            </Button>
          </div>
        </Form>
      </Card>
      <Card title={m.admin_staff_end_all_sessions()}>
        <Form method="post" noValidate renews className="grid gap-4">
          <p>{m.admin_staff_show_reinstate_text()}</p>
          {reasonOf("sessions")}
          <div>
            <Button variant="secondary" name="intent" value="sessions">
              {m.admin_staff_end_all_sessions()}
            </Button>
          </div>
        </Form>
      </Card>
    </>
  );
}
