import type { WebhookEventType } from "#app/domain/record/webhooks/words.ts";
import { eventTypes, eventWords } from "#app/domain/record/webhooks/words.ts";
import { CheckboxField, Field } from "#app/ui/field.tsx";
import { m } from "#messages";

/** Where an endpoint is and what it is told of. */
export function EventFields({
  url,
  events,
  errors = {},
}: {
  url: string;
  events: readonly WebhookEventType[];
  errors?: { url?: string | undefined; events?: string | undefined };
}) {
  return (
    <>
      <Field
        label={m.developers_webhook_url()}
        name="url"
        type="url"
        required
        defaultValue={url}
        error={errors.url}
        hint={m.developers_a_public_address_that_begins_with()}
      />
      <fieldset className="grid min-w-0 gap-2" aria-describedby={errors.events ? "events-error" : undefined}>
        <legend className="label">{m.developers_events()}</legend>
        {eventTypes.map((type) => (
          <CheckboxField
            key={type}
            id={type}
            name="events"
            value={type}
            defaultChecked={events.includes(type)}
            label={
              <>
                <code className="wrap-anywhere">{type}</code> <span className="hint">{eventWords[type]}</span>
              </>
            }
          />
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
