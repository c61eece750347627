import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card } from "#app/ui/page.tsx";
import { m } from "#messages";
import { Code } from "./code.tsx";
import { EventFields, type EventGroups } from "./eventFields.tsx";

type Endpoints = CallOutput<"GET /developer/webhooks">["endpoints"];

/** A refused form, with the typed values. */
export interface RefusedWebhook {
  url: string;
  events: string[];
  message: string;
  errors: { url?: string | undefined; events?: string | undefined };
}

/** The organisation's endpoints, and the form that adds one. */
export function WebhookCard({
  endpoints,
  groups,
  secret,
  refused,
}: {
  endpoints: Endpoints;
  groups: EventGroups;
  secret: string | null;
  refused: RefusedWebhook | null;
}) {
  return (
    <Card title={m.common_webhooks()}>
      <div className="grid gap-5">
        {secret && (
          <Notice tone="good" title={m.developers_webhook_saved_notice()}>
            <p>{m.developers_webhook_secret_text()}</p>
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
                  {mode === "test" && <Badge>{m.developers_test()}</Badge>}
                </span>
                <span className="hint">{events.join(", ")}</span>
              </li>
            ))}
          </ul>
        )}
        <Form method="post" className="grid gap-4" noValidate>
          {refused && (
            <ErrorSummary
              title={m.developers_webhook_not_saved_title()}
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
            groups={groups}
            events={refused?.events ?? (groups[0]?.events ?? []).map(({ name }) => name)}
            errors={refused?.errors ?? {}}
          />
          <FormActions submitLabel={m.developers_save_webhook_configuration()} />
        </Form>
      </div>
    </Card>
  );
}

export function EndpointBadge({ isOn, failing }: { isOn: boolean; failing: boolean }) {
  if (!isOn) return <Badge>{m.developers_webhook_off()}</Badge>;
  return failing ? (
    <Badge tone="warn">{m.developers_webhook_failing()}</Badge>
  ) : (
    <Badge tone="good">{m.developers_webhook_on()}</Badge>
  );
}
