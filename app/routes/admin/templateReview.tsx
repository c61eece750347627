import { href } from "react-router";
import { z } from "zod";
import { reasonForm } from "#app/domain/console/schemas.ts";
import { MessageBubble, PhoneWall } from "#app/routes/templates/messageBubble.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/templateReview";

const form = reasonForm.extend({ verdict: z.enum(["approve", "return"]) });

export const meta: Route.MetaFunction = () => [{ title: m.admin_template_review_page_title() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return pageApi(context)("GET /admin/templates/:orgId/:templateId", params);
}

export const action = formAction(form, async ({ value, api }, { params }: Route.ActionArgs) => {
  const { name } = await api("POST /admin/templates/:orgId/:templateId/review", { ...params, ...value });
  return done(
    href("/admin/templates"),
    value.verdict === "approve"
      ? m.admin_template_review_sent_to_meta_done({ name })
      : m.admin_template_review_returned_done({ name }),
  );
});

export default function TemplateReview({ loaderData: template, actionData }: Route.ComponentProps) {
  const result = actionData?.result;
  return (
    <>
      <PageHeader
        title={template.name}
        actions={
          <ButtonLink variant="quiet" to={href("/admin/templates")}>
            {m.common_back()}
          </ButtonLink>
        }
      />
      <div className="grid gap-4 md:grid-cols-2">
        <PhoneWall>
          <MessageBubble rendered={template.rendered} />
        </PhoneWall>
        <Card title={m.admin_template_review_submission_title()}>
          <DescriptionList
            items={[
              { term: m.common_business(), value: template.business },
              { term: m.common_type(), value: template.type },
              { term: m.common_language(), value: template.languageName },
              {
                term: m.common_status(),
                value: <Badge tone={template.statusWords.tone}>{template.statusWords.label}</Badge>,
              },
              ...(template.rejectionReason
                ? [{ term: m.common_reason(), value: template.rejectionReason }]
                : []),
              { term: m.admin_submitted(), value: <Time value={template.submittedDate} /> },
            ]}
          />
          {template.awaitsReview && (
            <Form method="post" noValidate className="mt-4 grid gap-4">
              <ErrorSummary errors={problemsOf(result)} />
              <TextareaField
                {...fieldProps(result, "reason")}
                maxLength={500}
                label={m.common_reason()}
                rows={3}
                required
                hint={m.admin_organisation_sees_hint()}
              />
              <p className="row-actions">
                <Button name="verdict" value="approve">
                  {m.admin_template_review_approve_to_meta()}
                </Button>
                <Button variant="danger-quiet" name="verdict" value="return">
                  {m.admin_template_review_return_button()}
                </Button>
              </p>
            </Form>
          )}
        </Card>
      </div>
    </>
  );
}
