import type { CallOutput } from "#app/api/client.server.ts";
import { CheckboxField, Field } from "#app/ui/field.tsx";
import { m } from "#messages";

export type EventGroups = CallOutput<"GET /developer/webhooks">["groups"];

/** An endpoint's address and its events. Groups without a chosen event are collapsed. */
export function EventFields({
  url,
  groups,
  events,
  errors = {},
}: {
  url: string;
  groups: EventGroups;
  events: readonly string[];
  errors?: { url?: string | undefined; events?: string | undefined };
}) {
  return (
    <>
      <Field
        label={m.developers_fields_url_label()}
        name="url"
        type="url"
        required
        defaultValue={url}
        error={errors.url}
        hint={m.developers_fields_url_hint()}
      />
      <fieldset className="grid min-w-0 gap-2" aria-describedby={errors.events ? "events-error" : undefined}>
        <legend className="label">{m.developers_fields_events()}</legend>
        {groups.map((group) => (
          <EventGroup key={group.label} {...group} chosen={events} />
        ))}
        {errors.events && (
          <p className="error" id="events-error">
            {errors.events}
          </p>
        )}
      </fieldset>
    </>
  );
}

function EventGroup({ label, events, chosen }: EventGroups[number] & { chosen: readonly string[] }) {
  return (
    <details open={events.some(({ name }) => chosen.includes(name))}>
      <summary className="link">{label}</summary>
      <div className="grid gap-2 py-2">
        {events.map((event) => (
          <CheckboxField
            key={event.name}
            id={event.name}
            name="events"
            value={event.name}
            defaultChecked={chosen.includes(event.name)}
            label={
              <>
                <code className="wrap-anywhere">{event.name}</code>{" "}
                <span className="hint">{event.label}</span>
              </>
            }
          />
        ))}
      </div>
    </details>
  );
}
