import { href } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/delivery";
import { Code } from "./code.tsx";
import { DeliveryBadge } from "./deliveryLog.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.developers_delivery() }];

export const loader = ({ context, params: { endpointId, deliveryId } }: Route.LoaderArgs) =>
  pageApi(context)("GET /developer/webhooks/:endpointId/deliveries/:deliveryId", {
    endpointId,
    deliveryId,
  });

export default function ShowDelivery({ loaderData: { delivery, event } }: Route.ComponentProps) {
  const back = href("/developers/webhooks/:endpointId", { endpointId: delivery.endpointId });
  const body = { type: event.type, timestamp: event.occurredAt, data: event.data };
  return (
    <>
      <PageHeader
        title={event.type}
        actions={
          <ButtonLink to={back} variant="secondary">
            {m.developers_webhook()}
          </ButtonLink>
        }
      />
      <div className="grid gap-6">
        <Card title={m.developers_delivery()}>
          <div className="grid gap-4">
            <DescriptionList
              items={[
                { term: m.common_status(), value: <DeliveryBadge state={delivery.state} /> },
                { term: m.developers_delivery_attempts(), value: String(delivery.attempts) },
                {
                  term: m.developers_delivery_last_attempt(),
                  value: delivery.triedAt ? <Time value={delivery.triedAt} /> : "–",
                },
                {
                  term: m.developers_delivery_next_attempt(),
                  value:
                    delivery.state === "waiting" && delivery.dueAt ? <Time value={delivery.dueAt} /> : "–",
                },
                {
                  term: m.developers_duration(),
                  value:
                    delivery.durationMs === null ? "–" : m.common_milliseconds({ n: delivery.durationMs }),
                },
                { term: "webhook-id", value: <code className="break-all">{event.id}</code> },
              ]}
            />
            <Form method="post" action={back} className="row-actions">
              <input type="hidden" name="intent" value="replay" />
              <input type="hidden" name="deliveryId" value={delivery.id} />
              <Button variant="secondary">{m.common_resend()}</Button>
            </Form>
          </div>
        </Card>
        <Card title={m.developers_request()}>
          <Code text={JSON.stringify(body, null, 2)} />
        </Card>
        <Card title={m.common_response()}>
          {delivery.lastAnswer === null && delivery.lastStatus === null ? (
            <p>{m.developers_delivery_no_attempts_yet_text()}</p>
          ) : (
            <div className="grid gap-2">
              <p>
                {delivery.lastStatus === null
                  ? m.developers_delivery_no_response_text()
                  : m.developers_delivery_http_text({ lastStatus: delivery.lastStatus })}
              </p>
              {delivery.lastAnswer && (
                <pre className="whitespace-pre-wrap wrap-anywhere text-sm">
                  <code>{delivery.lastAnswer}</code>
                </pre>
              )}
            </div>
          )}
        </Card>
      </div>
    </>
  );
}
