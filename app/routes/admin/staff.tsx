import { href } from "react-router";
import { staffRoles } from "#app/domain/console/words.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/staff";
import { staffStatuses } from "./staffStatus.ts";

export const meta: Route.MetaFunction = () => [{ title: m.admin_staff_administrators() }];

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext)("GET /admin/staff", {});
}

export default function StaffList({ loaderData: { staff, mayChange } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={m.admin_staff_administrators()}
        description={m.admin_staff_lead()}
        actions={
          mayChange && (
            <ButtonLink to={href("/admin/staff/new")}>{m.admin_staff_add_administrator()}</ButtonLink>
          )
        }
      />
      <div className="grid gap-4">
        <DataTable
          caption={m.admin_staff_administrators()}
          rows={staff}
          keyOf={(person) => person.id}
          hrefOf={(person) => href("/admin/staff/:staffId", { staffId: person.id })}
          columns={[
            {
              header: m.common_email(),
              cell: (person) => person.email,
              below: (person) => `${person.firstName} ${person.lastName}`.trim(),
            },
            { header: m.common_role(), cell: (person) => staffRoles[person.staffRole].label },
            {
              header: m.common_status(),
              cell: ({ accountStatus }) => {
                const { tone, label } = staffStatuses[accountStatus];
                return <Badge tone={tone}>{label()}</Badge>;
              },
            },
            {
              header: m.common_two_step_verification(),
              cell: (person) => (person.secondFactorSince ? m.common_on() : m.common_off()),
            },
            {
              header: m.admin_last_sign_in(),
              cell: (person) => (person.lastLogin ? <Time value={person.lastLogin} /> : m.common_never()),
            },
          ]}
        />
        <Card title={m.admin_staff_role_permissions_title()}>
          <DescriptionList
            items={Object.values(staffRoles).map(({ label, meaning }) => ({ term: label, value: meaning }))}
          />
        </Card>
      </div>
    </>
  );
}
