import { roleNames } from "#app/domain/organisations/members/words.ts";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { m } from "#messages";

interface Row {
  act: string;
  label: string;
  owner: boolean;
  admin: boolean;
  agent: boolean;
  support: "look" | "work" | "never";
}

const support = { look: m.roles_support_view_only, work: m.roles_support_on_request, never: m.common_no };

const ofRole = (role: "owner" | "admin" | "agent"): Column<Row> => ({
  header: () => roleNames[role],
  cell: (row) => (row[role] ? m.common_yes() : m.common_no()),
});

const columns: readonly Column<Row>[] = [
  { header: m.common_action, cell: ({ label }) => label },
  ofRole("owner"),
  ofRole("admin"),
  ofRole("agent"),
  { header: m.common_support, cell: (row) => support[row.support]() },
];

/** What each role of the organisation may do, folded away. */
export function RoleTable({ rows }: { rows: readonly Row[] }) {
  return (
    <details>
      <summary className="link font-semibold">{m.roles_table_title()}</summary>
      <p className="hint my-3">{m.roles_support_hint()}</p>
      <DataTable
        caption={m.roles_table_title()}
        columns={columns}
        rows={rows}
        keyOf={({ act }) => act}
        wide
      />
    </details>
  );
}
