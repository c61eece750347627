import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { data, href } from "react-router";
import { z } from "zod";
import { ApiError, type CallOutput } from "#app/api/client.server.ts";
import { deliveryWords } from "#app/domain/record/webhooks/words.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done } from "#app/web/action.server.ts";
import { readForm } from "#app/web/form.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/webhook";
import { Code } from "./code.tsx";
import { DeliveryLog } from "./deliveryLog.tsx";
import { EventFields } from "./eventFields.tsx";
import { EndpointBadge } from "./webhookCard.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.developers_webhook() }];

const states = Object.keys(deliveryWords) as (keyof typeof deliveryWords)[];
const query = z.object({
  state: z.enum(states).optional().catch(undefined),
  type: z.string().max(60).optional().catch(undefined),
  cursor: z.string().max(64).optional(),
});

export async function loader({ context, params: { endpointId }, request }: Route.LoaderArgs) {
  const api = pageApi(context);
  const filters = query.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { cursor: after, ...rest } = filters;
  const [{ endpoint, groups }, log] = await Promise.all([
    api("GET /developer/webhooks/:endpointId", { endpointId }),
    api("GET /developer/webhooks/:endpointId/deliveries", { endpointId, ...rest, after }),
  ]);
  return { endpoint, groups, filters, log };
}

const moment = z
  .string()
  .transform((text) => (text === "" ? undefined : new Date(`${text}+03:00`)))
  .pipe(z.date().optional())
  .catch(undefined);
const intents = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), url: z.string().catch("") }),
  z.object({ intent: z.literal("switch"), isOn: z.enum(["true", "false"]) }),
  z.object({ intent: z.literal("secret") }),
  z.object({
    intent: z.literal("replay"),
    deliveryId: z.string().max(64).optional(),
    state: query.shape.state,
    type: query.shape.type,
    from: moment.optional(),
    until: moment.optional(),
  }),
]);

export async function action({ context, params: { endpointId }, request }: Route.ActionArgs) {
  const api = context.get(apiContext);
  const form = await readForm(request);
  const parsed = intents.safeParse(Object.fromEntries(form));
  if (!parsed.success) throw data(m.developers_webhook_form_unreadable(), { status: 400 });
  const { data: given } = parsed;
  const here = href("/developers/webhooks/:endpointId", { endpointId });
  try {
    switch (given.intent) {
      case "secret": {
        const { secret } = await api("GET /developer/webhooks/:endpointId/secret", { endpointId });
        // Not compressed: the length would reveal what the secret has in common with the page's address.
        return data({ secret, refused: null }, { headers: { "x-compress": "none" } });
      }
      case "switch": {
        const isOn = given.isOn === "true";
        await api("PATCH /developer/webhooks/:endpointId", { endpointId, isOn });
        return done(
          here,
          isOn ? m.developers_webhook_switched_on_done() : m.developers_webhook_switched_off_done(),
        );
      }
      case "replay": {
        const { intent: _, ...filter } = given;
        const { replayed } = await api("POST /developer/webhooks/:endpointId/replay", {
          endpointId,
          ...filter,
        });
        return done(here, counted(m.developers_deliveries_queued_again, replayed));
      }
      case "save": {
        const events = form.getAll("events").map(String);
        await api("PATCH /developer/webhooks/:endpointId", { endpointId, url: given.url, events });
        return done(here, m.developers_webhook_saved_done());
      }
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const refused = { message: error.message, url: error.fields.url, events: error.fields.events };
    return data({ secret: null, refused }, { status: 400 });
  }
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Webhook({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoint, groups, filters, log } = loaderData;
  const refused = actionData?.refused ?? null;
  return (
    <>
      <PageHeader
        title={m.developers_webhook()}
        description={<span className="break-all">{endpoint.url}</span>}
        actions={
          <ButtonLink to={href("/developers")} variant="secondary">
            {m.common_developers()}
          </ButtonLink>
        }
      />
      <div className="grid gap-6">
        {refused && (
          <ErrorSummary
            title={m.developers_webhook_errors_title()}
            errors={[
              refused.url ? { id: "url", text: refused.url } : { text: refused.events ?? refused.message },
            ]}
          />
        )}
        {endpoint.offReason && !endpoint.isOn && (
          <Notice tone="warn" title={m.developers_switched_off_automatically()}>
            {endpoint.offReason} {m.developers_webhook_off_notice()}
          </Notice>
        )}
        <StateCard endpoint={endpoint} secret={actionData?.secret ?? null} />
        <Card title={m.common_settings()}>
          <Form method="post" className="grid max-w-xl gap-4" noValidate>
            <input type="hidden" name="intent" value="save" />
            <EventFields
              url={endpoint.url}
              groups={groups}
              events={endpoint.events}
              errors={{ url: refused?.url, events: refused?.events }}
            />
            <FormActions submitLabel={m.developers_save_webhook_configuration()} />
          </Form>
        </Card>
        <DeliveryLog endpointId={endpoint.id} filters={filters} log={log} groups={groups} />
      </div>
    </>
  );
}

type Endpoint = CallOutput<"GET /developer/webhooks/:endpointId">["endpoint"];

function StateCard({ endpoint, secret }: { endpoint: Endpoint; secret: string | null }) {
  const base = href("/developers/webhooks/:endpointId", { endpointId: endpoint.id });
  return (
    <Card title={m.common_status()}>
      <div className="grid gap-4">
        <DescriptionList
          items={[
            {
              term: m.common_status(),
              value: <EndpointBadge isOn={endpoint.isOn} failing={endpoint.failingSince !== null} />,
            },
            {
              term: m.developers_mode(),
              value: endpoint.mode === "live" ? m.developers_live() : m.developers_test(),
            },
            ...(endpoint.failingSince
              ? [
                  {
                    term: m.developers_webhook_failing_since(),
                    value: <Time value={endpoint.failingSince} />,
                  },
                ]
              : []),
            { term: m.developers_webhook_signing_secret(), value: <SecretAge endpoint={endpoint} /> },
          ]}
        />
        {secret && <Code text={secret} />}
        <div className="row-actions">
          <Form method="post">
            <input type="hidden" name="intent" value="switch" />
            <Button variant="secondary" name="isOn" value={String(!endpoint.isOn)}>
              {endpoint.isOn ? m.common_switch_off() : m.common_switch_on()}
            </Button>
          </Form>
          {!secret && (
            <Form method="post">
              <Button variant="secondary" name="intent" value="secret">
                {m.developers_webhook_show_secret_button()}
              </Button>
            </Form>
          )}
          <ButtonLink to={`${base}/rotate`} variant="secondary">
            {m.developers_rotate_secret()}
          </ButtonLink>
          <ButtonLink to={`${base}/delete`} variant="danger-quiet">
            {m.common_delete()}
          </ButtonLink>
        </div>
      </div>
    </Card>
  );
}

function SecretAge({ endpoint }: { endpoint: Endpoint }) {
  return (
    <>
      <ParaglideMessage
        message={m.developers_webhook_created_on_time_text}
        markup={{ time: () => <Time value={endpoint.secretCreatedAt} /> }}
      />
      {endpoint.previousSecretUntil && (
        <span className="hint block">
          <ParaglideMessage
            message={m.developers_webhook_previous_secret_text}
            markup={{ time: () => <Time value={endpoint.previousSecretUntil ?? ""} /> }}
          />
        </span>
      )}
    </>
  );
}
