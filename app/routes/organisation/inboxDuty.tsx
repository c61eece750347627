import { formatCount } from "#app/platform/numbers/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card } from "#app/ui/page.tsx";
import { type FormResult, fieldError } from "#app/web/fields.ts";
import { m } from "#messages";
import type { InboxSettings } from "./inbox.tsx";

type Member = InboxSettings["members"][number];

/** A member with the place of their fields in the form. */
type Row = Member & { name: string; place: number };

/** Members on duty, and their capacity. Everyone changes their own duty, managers all, with one button. */
export function DutyCard({
  members,
  isManager,
  result,
}: {
  members: Member[];
  isManager: boolean;
  result: FormResult;
}) {
  const you = members.find(({ isYou }) => isYou);
  const stored = members.map(({ onDuty, capacity }) => `${onDuty} ${capacity}`).join();
  const rows = members.map((member, place) => ({ ...member, place }));
  const table = (
    <DataTable
      caption={m.organisation_inbox_duty_availability()}
      rows={rows}
      keyOf={({ id }) => id}
      columns={isManager ? editable(result) : readOnly}
    />
  );
  return (
    <Card
      title={m.organisation_inbox_duty_availability()}
      actions={
        you && (
          <Form method="post">
            <input type="hidden" name="onDuty" value={you.onDuty ? "off" : "on"} />
            <Button name="intent" value="duty" variant={you.onDuty ? "secondary" : "primary"}>
              {you.onDuty ? m.organisation_set_me_as_unavailable() : m.organisation_set_me_as_available()}
            </Button>
          </Form>
        )
      }
    >
      {isManager ? (
        <Form key={stored} method="post" noValidate className="grid gap-4">
          {table}
          <p>
            <Button name="intent" value="members" variant="secondary">
              {m.common_save()}
            </Button>
          </p>
        </Form>
      ) : (
        table
      )}
    </Card>
  );
}

const name: Column<Row> = {
  header: m.common_name,
  cell: (member) => (
    <>
      {member.name} {member.isYou && <Badge tone="good">{m.common_you()}</Badge>}
    </>
  ),
};

const load: Column<Row> = {
  header: m.organisation_inbox_duty_open,
  number: true,
  cell: (member) => formatCount(member.load),
};

const readOnly: readonly Column<Row>[] = [
  name,
  load,
  {
    header: m.organisation_inbox_duty_capacity,
    number: true,
    cell: ({ capacity }) => formatCount(capacity),
  },
  {
    header: m.common_status,
    cell: ({ onDuty }) => (
      <Badge tone={onDuty ? "good" : "neutral"}>
        {onDuty ? m.organisation_inbox_duty_available() : m.organisation_inbox_duty_unavailable()}
      </Badge>
    ),
  },
];

/** The fields of each member, labelled with their name; as typed after a refusal. */
function editable(result: FormResult): readonly Column<Row>[] {
  const typed = result?.initialValue?.members as { onDuty?: string; capacity?: string }[] | undefined;
  return [
    name,
    load,
    {
      header: m.organisation_inbox_duty_available,
      cell: (member) => (
        <label className="choice">
          <input type="hidden" name={`members[${member.place}].memberId`} value={member.id} />
          <input
            type="checkbox"
            name={`members[${member.place}].onDuty`}
            defaultChecked={typed ? typed[member.place]?.onDuty === "on" : member.onDuty}
          />
          <span className="sr-only">
            {m.organisation_inbox_duty_available_of({ memberName: member.name })}
          </span>
        </label>
      ),
    },
    {
      header: m.organisation_inbox_duty_capacity,
      cell: (member) => {
        const field = `members[${member.place}].capacity`;
        const error = fieldError(result, field);
        return (
          <>
            <input
              className="input w-20"
              id={field}
              name={field}
              inputMode="numeric"
              aria-required
              aria-invalid={error ? true : undefined}
              defaultValue={typed ? typed[member.place]?.capacity : member.capacity}
              aria-label={m.organisation_inbox_duty_capacity_of({ memberName: member.name })}
            />
            {error && <p className="error">{error}</p>}
          </>
        );
      },
    },
  ];
}
