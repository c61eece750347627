import { href } from "react-router";
import { z } from "zod";
import { refusalForm } from "#app/domain/contacts/requests/schemas.ts";
import { requestKinds, requestStates } from "#app/domain/contacts/requests/words.ts";
import { formatCount } from "#app/platform/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/personRequest";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("hand-over") }),
  refusalForm.extend({ intent: z.literal("refuse") }),
]);

export const meta: Route.MetaFunction = () => [{ title: "Privacy request" }];

export async function loader({ context, params: { personRequestId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /privacy/requests/:personRequestId", { personRequestId }));
}

export const action = formAction(
  schema,
  async ({ value, api }, { params: { personRequestId } }: Route.ActionArgs) => {
    const here = href("/settings/privacy/:personRequestId", { personRequestId });
    if (value.intent === "refuse") {
      const { refusal } = value;
      await api("POST /privacy/requests/:personRequestId/refuse", { personRequestId, refusal });
      return done(here, "The request is refused.");
    }
    await api("POST /privacy/requests/:personRequestId/hand-over", { personRequestId });
    return done(here, "The request is done.");
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
            Back
          </ButtonLink>
        }
      />
      <div className="grid gap-6">
        <ErrorSummary errors={problemsOf(result)} />
        {request.isLate && (
          <Notice tone="bad" title="This request is late">
            The law gives {requestKinds[request.kind].days} days.
          </Notice>
        )}
        <Card title="The request">
          <Facts request={request} />
        </Card>
        {request.certificate && <CertificateCard request={request} certificate={request.certificate} />}
        {isOpen && <Fulfil request={request} />}
        {isOpen && (
          <Card title="Refuse it">
            <Form method="post" noValidate className="grid gap-4">
              <TextareaField
                label="Why"
                name="refusal"
                rows={3}
                required
                hint="Tell the person too, and that they may complain to the Data Commissioner."
                defaultValue={typedOr(result, "refusal", "")}
                error={errorAt(result, "refusal")}
              />
              <p>
                <Button name="intent" value="refuse" variant="danger">
                  Refuse
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
        { term: "Person", value: request.contact ?? "Erased" },
        {
          term: "State",
          value: (
            <Badge tone={request.state === "open" ? "warn" : "neutral"}>{requestStates[request.state]}</Badge>
          ),
        },
        { term: "Asked", value: <Time value={request.requestedAt} /> },
        { term: "Due", value: <Time value={request.dueAt} to="day" /> },
        ...(request.note ? [{ term: "How they asked", value: request.note }] : []),
        ...(request.closedAt ? [{ term: "Closed", value: <Time value={request.closedAt} /> }] : []),
        ...(request.refusal ? [{ term: "Refused because", value: request.refusal }] : []),
      ]}
    />
  );
}

function Fulfil({ request }: { request: Request }) {
  const params = { personRequestId: request.id };
  if (request.kind === "erasure")
    return (
      <Card title="Erase the person">
        <p className="mb-4 text-muted">
          Contact, conversations, messages and what the log tells of them. It cannot be undone.
        </p>
        <ButtonLink variant="danger" to={href("/settings/privacy/:personRequestId/erase", params)}>
          Erase
        </ButtonLink>
      </Card>
    );
  return (
    <Card title="Give them their copy">
      <p className="mb-4 text-muted">
        Download the file, give it to the person, and say here that they have it.
      </p>
      <div className="flex flex-wrap gap-3">
        <a
          className="button button-secondary"
          href={href("/settings/privacy/:personRequestId/data.json", params)}
          download
        >
          Download their data
        </a>
        <Form method="post">
          <Button name="intent" value="hand-over">
            They have it
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
    <Card title="Certificate of erasure">
      {!request.certified && (
        <Notice tone="bad" title="This certificate was changed">
          It does not say what the platform signed.
        </Notice>
      )}
      <DescriptionList
        items={[
          { term: "Number", value: request.id },
          { term: "Erased", value: request.closedAt ? <Time value={request.closedAt} /> : "–" },
          { term: "Conversations deleted", value: formatCount(certificate.conversations) },
          { term: "Messages deleted", value: formatCount(certificate.messages) },
          { term: "Records without the person", value: formatCount(certificate.emptied) },
          { term: "Log entries without the person", value: formatCount(certificate.events) },
          { term: "Signature", value: <code className="break-all">{certificate.signature}</code> },
        ]}
      />
      <p className="hint mt-4">
        Records of campaigns and of what was billed stay without name and number, as tax law asks. Raw notices
        of WhatsApp are deleted within 30 days of their arrival.
      </p>
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
