import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { type DeliveryState, deliveryWords } from "#app/domain/record/webhooks/words.ts";
import { Badge, type Tone } from "#app/ui/badge.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { type Choice, FilterBar } from "#app/ui/filterBar.tsx";
import { Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";
import type { EventGroups } from "./eventFields.tsx";

interface Filters {
  state?: DeliveryState | undefined;
  type?: string | undefined;
  cursor?: string | undefined;
}
type Log = CallOutput<"GET /developer/webhooks/:endpointId/deliveries">;

const tones: Record<DeliveryState, Tone> = {
  waiting: "info",
  delivered: "good",
  failed: "bad",
  off: "neutral",
};

export const DeliveryBadge = ({ state }: { state: DeliveryState }) => (
  <Badge tone={tones[state]}>{deliveryWords[state]}</Badge>
);

type Row = Log["deliveries"][number];

const columns: Column<Row>[] = [
  {
    header: m.developers_delivery_log_event,
    cell: ({ event }) => event.type,
  },
  {
    header: m.common_status,
    cell: ({ delivery }) => <DeliveryBadge state={delivery.state} />,
  },
  {
    header: m.common_response,
    cell: ({ delivery }) => delivery.lastStatus ?? (delivery.lastAnswer ? m.common_none() : "–"),
  },
  {
    header: m.developers_delivery_attempts,
    cell: ({ delivery }) => delivery.attempts,
    number: true,
  },
  {
    header: m.developers_delivery_next_attempt,
    cell: ({ delivery: { state, attempts, dueAt } }) =>
      state === "waiting" && attempts > 0 && dueAt ? <Time value={dueAt} /> : "–",
  },
  {
    header: m.common_when,
    cell: ({ event }) => <Time value={event.occurredAt} />,
  },
];

const choicesOf = ({ state, type }: Filters, groups: EventGroups): Choice[] => [
  {
    name: "state",
    label: m.common_status(),
    value: state ?? "",
    options: [
      { value: "", label: m.developers_delivery_log_all_statuses() },
      ...Object.entries(deliveryWords).map(([value, label]) => ({ value, label })),
    ],
  },
  {
    name: "type",
    label: m.developers_delivery_log_event(),
    value: type ?? "",
    options: [
      { value: "", label: m.developers_delivery_log_all_events() },
      ...groups.flatMap(({ events }) => events.map(({ name }) => ({ value: name, label: name }))),
    ],
  },
];

/** Past and pending deliveries of an endpoint, with a form that replays the filtered ones. */
export function DeliveryLog({
  endpointId,
  filters,
  log,
  groups,
}: {
  endpointId: string;
  filters: Filters;
  log: Log;
  groups: EventGroups;
}) {
  const base = href("/developers/webhooks/:endpointId", { endpointId });
  return (
    <Card title={m.developers_delivery_log()}>
      <div className="grid gap-5">
        <FilterBar
          choices={choicesOf(filters, groups)}
          clear={Boolean(filters.state || filters.type) && base}
        />
        <DataTable
          caption={m.developers_delivery_log_deliveries()}
          columns={columns}
          rows={log.deliveries}
          keyOf={({ delivery }) => delivery.id}
          hrefOf={({ delivery }) => `${base}/deliveries/${delivery.id}`}
          empty={m.developers_no_deliveries_found()}
          paged
        />
        <Pagination cursor={filters.cursor} nextCursor={log.older} />
        <ReplayForm filters={filters} groups={groups} />
      </div>
    </Card>
  );
}

function ReplayForm({ filters, groups }: { filters: Filters; groups: EventGroups }) {
  return (
    <details>
      <summary className="link w-fit cursor-pointer">{m.developers_resend_deliveries()}</summary>
      <Form method="post" className="mt-4 grid gap-4">
        <input type="hidden" name="intent" value="replay" />
        <div className="grid items-end gap-3 sm:grid-cols-2">
          {choicesOf(filters, groups).map(({ name, label, value, options }) => (
            <SelectField
              key={name}
              id={`replay-${name}`}
              name={name}
              label={label}
              defaultValue={value}
              options={options}
            />
          ))}
          <Field
            label={m.developers_delivery_log_from_label()}
            name="from"
            type="datetime-local"
            hint={m.developers_delivery_log_from_hint()}
          />
          <Field
            label={m.common_until()}
            name="until"
            type="datetime-local"
            hint={m.developers_delivery_log_until_hint()}
          />
        </div>
        <p className="hint">{m.developers_delivery_log_deduplicate_text()}</p>
        <FormActions submitLabel={m.common_resend()} variant="secondary" />
      </Form>
    </details>
  );
}
