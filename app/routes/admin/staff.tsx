import { href } from "react-router";
import { z } from "zod";
import { staffRoleForm } from "#app/domain/console/schemas.ts";
import { staffRoles } from "#app/domain/console/words.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf } from "#app/web/problems.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import type { Route } from "./+types/staff";

const form = staffRoleForm.extend({ staffId: z.string() });

export const meta: Route.MetaFunction = () => [{ title: m.admin_administrators() }];

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext)("GET /admin/staff", {});
}

export const action = formAction(form, async ({ value, api }) => {
  const { email } = await api("PUT /admin/staff/:staffId", value);
  return done(href("/admin/staff"), m.admin_has_another_role_from_now_on({ email }));
});

export default function StaffList({ loaderData: { staff, mayChange }, actionData }: Route.ComponentProps) {
  const me = useRoot()?.user?.id;
  const result = actionData?.result;
  return (
    <>
      <PageHeader title={m.admin_administrators()} description={m.admin_each_may_do_what_the_work()} />
      <div className="grid max-w-3xl gap-4">
        <ErrorSummary errors={problemsOf(result)} />
        <DescriptionList
          items={Object.values(staffRoles).map(({ label, meaning }) => ({ term: label, value: meaning }))}
        />
        {staff.map((person) => {
          const own = result?.initialValue?.staffId === person.id ? result : undefined;
          return (
            <Card key={person.id} title={person.email}>
              <p className="hint">
                {staffRoles[person.staffRole].label} ·{" "}
                {person.lastLogin ? <Time value={person.lastLogin} /> : m.admin_never_signed_in()} ·{" "}
                {person.secondFactorSince ? "two-step verification" : "no two-step verification"}
              </p>
              {mayChange && person.id !== me && (
                <Form method="post" noValidate className="mt-3 flex flex-wrap items-end gap-3">
                  <input type="hidden" name="staffId" value={person.id} />
                  <SelectField
                    label={m.admin_role()}
                    name="staffRole"
                    id={`role-${person.id}`}
                    defaultValue={person.staffRole}
                    options={Object.entries(staffRoles).map(([value, { label }]) => ({ value, label }))}
                  />
                  <Field
                    label={m.common_reason()}
                    name="reason"
                    id={`reason-${person.id}`}
                    required
                    error={errorAt(own, "reason")}
                  />
                  <Button variant="secondary">{m.common_change()}</Button>
                </Form>
              )}
            </Card>
          );
        })}
      </div>
    </>
  );
}
