import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import type { WebhookEventType } from "#app/domain/record/webhooks/words.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card } from "#app/ui/page.tsx";
import { Code } from "./code.tsx";
import { EventFields } from "./eventFields.tsx";

type Endpoints = CallOutput<"GET /developer/webhooks">["endpoints"];

/** A form that did not go through, with what was typed. */
export interface RefusedWebhook {
  url: string;
  events: WebhookEventType[];
  message: string;
  errors: { url?: string | undefined; events?: string | undefined };
}

/** The organisation's endpoints, and the form that adds one. */
export function WebhookCard({
  endpoints,
  defaultEvents,
  secret,
  refused,
}: {
  endpoints: Endpoints;
  defaultEvents: readonly WebhookEventType[];
  secret: string | null;
  refused: RefusedWebhook | null;
}) {
  return (
    <Card title="Webhooks">
      <div className="grid gap-5">
        {secret && (
          <Notice tone="good" title="Webhook saved">
            <p>
              Check what you receive with this signing secret. You can see it again on the webhook's page.
            </p>
            <Code text={secret} />
          </Notice>
        )}
        {endpoints.length > 0 && (
          <ul className="grid gap-3">
            {endpoints.map(({ id, url, isOn, mode, failingSince, events }) => (
              <li key={id} className="grid gap-1">
                <span className="flex flex-wrap items-center gap-2">
                  <Link
                    className="link break-all"
                    to={href("/developers/webhooks/:endpointId", { endpointId: id })}
                  >
                    {url}
                  </Link>
                  <EndpointBadge isOn={isOn} failing={failingSince !== null} />
                  {mode === "test" && <Badge>Test</Badge>}
                </span>
                <span className="hint">{events.join(", ")}</span>
              </li>
            ))}
          </ul>
        )}
        <Form method="post" className="grid gap-4" noValidate>
          {refused && (
            <ErrorSummary
              title="The webhook was not saved"
              errors={
                refused.errors.url
                  ? [{ id: "url", text: refused.errors.url }]
                  : [{ text: refused.errors.events ?? refused.message }]
              }
            />
          )}
          <input type="hidden" name="intent" value="save-webhook" />
          <EventFields
            url={refused?.url ?? ""}
            events={refused?.events ?? defaultEvents}
            errors={refused?.errors ?? {}}
          />
          <div className="row-actions">
            <Button>Save Webhook Configuration</Button>
          </div>
        </Form>
      </div>
    </Card>
  );
}

export function EndpointBadge({ isOn, failing }: { isOn: boolean; failing: boolean }) {
  if (!isOn) return <Badge>Off</Badge>;
  return failing ? <Badge tone="warn">Failing</Badge> : <Badge tone="good">On</Badge>;
}
