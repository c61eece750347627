import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import { z } from "zod";
import { refusalForm } from "#app/domain/contacts/requests/schemas.ts";
import { requestKinds, requestStates } from "#app/domain/contacts/requests/words.ts";
import { webhookEventDays } from "#app/domain/whatsapp/webhookEvents/fieldRules.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/personRequest";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("hand-over") }),
  refusalForm.extend({ intent: z.literal("refuse") }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.common_privacy_request() }];

export async function loader({ context, params: { personRequestId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /privacy/requests/:personRequestId", { personRequestId });
}

export const action = formAction(
  schema,
  async ({ value, api }, { params: { personRequestId } }: Route.ActionArgs) => {
    const here = href("/settings/privacy/:personRequestId", { personRequestId });
    if (value.intent === "refuse") {
      const { refusal } = value;
      await api("POST /privacy/requests/:personRequestId/refuse", { personRequestId, refusal });
      return done(here, m.organisation_request_refused_done());
    }
    await api("POST /privacy/requests/:personRequestId/hand-over", { personRequestId });
    return done(here, m.organisation_request_completed_done());
  },
);

export default function PersonRequest({ loaderData: { request }, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  const isOpen = request.state === "open";
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={requestKinds[request.kind].label}
        actions={
          <ButtonLink variant="quiet" to={href("/settings/privacy")}>
            {m.common_back()}
          </ButtonLink>
        }
      />
      <div className="grid gap-6">
        <ErrorSummary errors={problemsOf(result)} />
        {request.isLate && (
          <Notice tone="bad" title={m.organisation_request_late_title()}>
            <ParaglideMessage
              message={m.organisation_request_late_text}
              markup={{ days: () => <>{requestKinds[request.kind].days}</> }}
            />
          </Notice>
        )}
        <Card title={m.organisation_request_title()}>
          <Facts request={request} />
        </Card>
        {request.certificate && <CertificateCard request={request} certificate={request.certificate} />}
        {isOpen && <Fulfil request={request} />}
        {isOpen && (
          <Card title={m.organisation_request_refuse_request()}>
            <Form method="post" noValidate className="grid gap-4">
              <TextareaField
                {...fieldProps(result, "refusal")}
                maxLength={500}
                label={m.common_reason()}
                rows={3}
                required
                hint={m.organisation_request_refusal_hint()}
              />
              <p>
                <Button name="intent" value="refuse" variant="danger">
                  {m.organisation_request_refuse_button()}
                </Button>
              </p>
            </Form>
          </Card>
        )}
      </div>
    </div>
  );
}

type Request = Route.ComponentProps["loaderData"]["request"];

function Facts({ request }: { request: Request }) {
  return (
    <DescriptionList
      items={[
        { term: m.common_person(), value: request.contact ?? m.organisation_request_person_erased() },
        {
          term: m.common_status(),
          value: (
            <Badge tone={request.state === "open" ? "warn" : "neutral"}>{requestStates[request.state]}</Badge>
          ),
        },
        { term: m.organisation_requested(), value: <Time value={request.requestedAt} /> },
        { term: m.common_due(), value: <Time value={request.dueAt} to="day" /> },
        ...(request.note ? [{ term: m.organisation_request_note_term(), value: request.note }] : []),
        ...(request.closedAt ? [{ term: m.common_closed(), value: <Time value={request.closedAt} /> }] : []),
        ...(request.refusal
          ? [{ term: m.organisation_request_reason_for_refusal(), value: request.refusal }]
          : []),
      ]}
    />
  );
}

function Fulfil({ request }: { request: Request }) {
  const params = { personRequestId: request.id };
  if (request.kind === "erasure")
    return (
      <Card title={m.organisation_request_erase_person_title()}>
        <p className="mb-4 text-muted">{m.organisation_request_erasure_text()}</p>
        <ButtonLink variant="danger-quiet" to={href("/settings/privacy/:personRequestId/erase", params)}>
          {m.organisation_request_erase_link()}
        </ButtonLink>
      </Card>
    );
  return (
    <Card title={m.organisation_request_provide_copy_title()}>
      <p className="mb-4 text-muted">{m.organisation_request_copy_text()}</p>
      <div className="flex flex-wrap gap-3">
        <a
          className="button button-secondary"
          href={href("/settings/privacy/:personRequestId/data.json", params)}
          download
        >
          {m.organisation_request_download_their_data()}
        </a>
        <Form method="post">
          <Button name="intent" value="hand-over">
            {m.organisation_request_confirm_delivery()}
          </Button>
        </Form>
      </div>
    </Card>
  );
}

function CertificateCard({
  request,
  certificate,
}: {
  request: Request;
  certificate: NonNullable<Request["certificate"]>;
}) {
  return (
    <Card title={m.organisation_certificate_of_erasure()}>
      {!request.certified && (
        <Notice tone="bad" title={m.organisation_certificate_altered_title()}>
          {m.organisation_certificate_altered_text()}
        </Notice>
      )}
      <DescriptionList
        items={[
          { term: m.common_number(), value: request.id },
          {
            term: m.organisation_request_erased(),
            value: request.closedAt ? <Time value={request.closedAt} /> : "–",
          },
          { term: m.organisation_conversations_deleted(), value: formatCount(certificate.conversations) },
          { term: m.organisation_request_messages_deleted(), value: formatCount(certificate.messages) },
          { term: m.organisation_request_records_anonymised(), value: formatCount(certificate.emptied) },
          { term: m.organisation_log_entries_anonymised(), value: formatCount(certificate.events) },
          {
            term: m.organisation_request_signature(),
            value: <code className="break-all">{certificate.signature}</code>,
          },
        ]}
      />
      <p className="hint mt-4">{m.organisation_request_certificate_text({ days: webhookEventDays })}</p>
    </Card>
  );
}
