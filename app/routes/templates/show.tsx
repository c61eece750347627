import { href, useLocation } from "react-router";
import { isManager } from "#app/platform/roles.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Modal } from "#app/ui/modal.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { DescriptionList } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/show";
import { MessageBubble, PhoneWall } from "./messageBubble.tsx";
import { ReloadHint } from "./review.tsx";

export const handle = { covers: true };

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.template.name ?? "Template"} – Message Templates` },
];

export async function loader({ context, params: { templateId } }: Route.LoaderArgs) {
  const answer = await orErrorPage(context.get(apiContext)("GET /templates/:templateId", { templateId }));
  return { ...answer, mayManage: isManager(context.get(userContext)) };
}

const qualityWords: Record<string, string> = { GREEN: "High", YELLOW: "Medium", RED: "Low" };

export default function TemplateView({ loaderData: { template, mayManage } }: Route.ComponentProps) {
  const { search } = useLocation();
  const { tone, label, meaning } = template.statusWords;
  return (
    <Modal title={template.name} closeTo={`${href("/templates")}${search}`} size="lg">
      <div className="grid items-start gap-6 md:grid-cols-2">
        <div className="md:col-start-2 md:row-start-1">
          <PhoneWall>
            <MessageBubble rendered={template.rendered} />
          </PhoneWall>
          {template.variables.length > 0 && (
            <p className="hint mt-2">Shown with the examples that Meta's reviewers got.</p>
          )}
        </div>
        <div className="grid gap-4 md:col-start-1 md:row-start-1">
          {template.rejectionReason ? (
            <Notice tone={tone === "good" ? "info" : tone} title={label}>
              {template.rejectionReason}
            </Notice>
          ) : (
            meaning && <p className="text-muted">{meaning}</p>
          )}
          {template.underReview && <ReloadHint />}
          {template.unsupported && <Notice tone="warn">{template.unsupported}</Notice>}
          <DescriptionList
            items={[
              { term: "Status", value: <Badge tone={tone}>{label}</Badge> },
              { term: "Type", value: template.type },
              { term: "Language", value: template.languageName },
              {
                term: "Date submitted",
                value: template.dateSubmitted ? <Time value={template.dateSubmitted} /> : "Not yet",
              },
              { term: "Quality", value: qualityWords[template.qualityScore] ?? "Not known yet" },
              {
                term: "Variables",
                value: template.variables.map((variable) => variable.label).join(", ") || "None",
              },
            ]}
          />
        </div>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink variant="secondary" to={`${href("/preview")}?templateId=${template.id}`}>
          Try it with your values
        </ButtonLink>
        {mayManage && (
          <>
            {template.editable && (
              <ButtonLink to={href("/templates/:templateId/edit", { templateId: template.id })}>
                Edit and submit again
              </ButtonLink>
            )}
            <ButtonLink variant="secondary" to={`${href("/templates/new")}?copy=${template.id}`}>
              Copy
            </ButtonLink>
            <ButtonLink
              variant="quiet"
              to={`${href("/templates/:templateId/delete", { templateId: template.id })}${search}`}
            >
              Delete
            </ButtonLink>
          </>
        )}
      </div>
    </Modal>
  );
}
