import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href, Link, useLocation } from "react-router";
import { waitWords } from "#app/domain/messaging/sms/words.ts";
import { messagePriceText } from "#app/domain/money/messagePrice/words.ts";
import { qualityWords } from "#app/domain/whatsapp/templates/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/show";
import { EditableFrom } from "./editableFrom.tsx";
import { MessageBubble, PhoneWall } from "./messageBubble.tsx";
import { ReloadHint, useReviewNews } from "./review.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.templates_show_page_title({ templateName: loaderData.template.name }) },
];

export async function loader({ context, params: { templateId } }: Route.LoaderArgs) {
  const api = pageApi(context);
  const [answer, history] = await Promise.all([
    api("GET /templates/:templateId", { templateId }),
    api("GET /templates/:templateId/history", { templateId }),
  ]);
  return { ...answer, history, mayManage: may(context.get(userContext), "templates.manage") };
}

export default function TemplateView({ loaderData: { template, history, mayManage } }: Route.ComponentProps) {
  const { search } = useLocation();
  const { tone, label, meaning } = template.statusWords;
  useReviewNews(template.underReview);
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{template.name}</span>}
        list={{ to: `${href("/templates")}${search}`, label: m.ui_all_templates() }}
        actions={<Actions template={template} mayManage={mayManage} search={search} />}
      />
      <div className="grid items-start gap-6 md:grid-cols-2">
        <div className="md:col-start-2 md:row-start-1">
          <PhoneWall>
            <MessageBubble rendered={template.rendered} />
          </PhoneWall>
          {template.variables.length > 0 && <p className="hint mt-2">{m.templates_show_samples_text()}</p>}
        </div>
        <Card className="grid gap-4 md:col-start-1 md:row-start-1">
          {template.rejectionReason ? (
            <Notice tone={tone === "good" ? "info" : tone} title={label}>
              {template.rejectionReason}
            </Notice>
          ) : (
            meaning && <p className="text-muted">{meaning}</p>
          )}
          {template.underReview && <ReloadHint />}
          {template.unsupported && <Notice tone="warn">{template.unsupported}</Notice>}
          {history.categoryChange && <CategoryChange change={history.categoryChange} />}
          <Facts template={template} history={history} />
        </Card>
      </div>
      {history.versions.length > 0 && (
        <p className="mt-4 flex flex-wrap gap-x-4">
          {m.templates_show_also_in_text()}
          {history.versions.map(({ id, languageName }) => (
            <Link
              key={id}
              className="link inline-flex min-h-control items-center"
              to={`${href("/templates/:templateId", { templateId: id })}${search}`}
            >
              {languageName}
            </Link>
          ))}
        </p>
      )}
      <Timeline entries={history.entries} />
    </>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

/** Its state, price and quality. */
function Facts({ template, history }: Pick<Loaded, "template" | "history">) {
  const { tone, label } = template.statusWords;
  return (
    <DescriptionList
      items={[
        { term: m.common_status(), value: <Badge tone={tone}>{label}</Badge> },
        { term: m.common_type(), value: template.type },
        {
          term: m.common_price_per_message(),
          value: messagePriceText(history.messagePrice, history.category),
        },
        { term: m.common_language(), value: template.languageName },
        {
          term: m.templates_date_submitted(),
          value: template.dateSubmitted ? <Time value={template.dateSubmitted} /> : m.common_not_yet(),
        },
        {
          term: m.common_quality(),
          value: qualityWords[template.qualityScore] ?? m.templates_show_not_known_yet(),
        },
        ...(template.sms
          ? [
              {
                term: m.sms_title(),
                value: m.sms_current_text({
                  wait: waitWords(template.sms.waitSeconds),
                  max: formatKes(template.sms.maxCents),
                }),
              },
            ]
          : []),
        {
          term: m.common_variables(),
          value: template.variables.map((variable) => variable.label).join(", ") || m.common_none(),
        },
      ]}
    />
  );
}

/** Meta changed the template's category, or will: the effect on its price and its recipients. */
function CategoryChange({ change }: { change: NonNullable<Loaded["history"]["categoryChange"]> }) {
  const { isDone, at, was, now, wasCents, cents, needsConsent, ourCents } = change;
  return (
    <Notice
      tone="warn"
      title={isDone ? m.templates_show_category_changed_title() : m.templates_show_category_announced_title()}
    >
      <p>
        {at ? (
          <ParaglideMessage
            message={m.templates_show_category_from_to_on}
            markup={{ was: () => <>{was}</>, now: () => <>{now}</>, at: () => <Time value={at} to="day" /> }}
          />
        ) : (
          <ParaglideMessage
            message={m.templates_show_category_from_to}
            markup={{ was: () => <>{was}</>, now: () => <>{now}</> }}
          />
        )}
      </p>
      {wasCents !== null && cents !== null && wasCents !== cents && (
        <p className="mt-1">
          {(isDone ? m.templates_show_meta_takes_instead_text : m.templates_show_meta_price_text)({
            price: formatKes(cents),
            was: formatKes(wasCents),
          })}
        </p>
      )}
      <p className="mt-1">{m.templates_show_our_price_text({ our: formatKes(ourCents) })}</p>
      {needsConsent && <p className="mt-1">{m.templates_show_consent_needed_text()}</p>}
      {!isDone && <p className="mt-1">{m.templates_show_keep_category_text()}</p>}
    </Notice>
  );
}

function Actions({
  template,
  mayManage,
  search,
}: Pick<Loaded, "template" | "mayManage"> & { search: string }) {
  const { id } = template;
  return (
    <>
      <ButtonLink variant="secondary" to={`${href("/preview")}?templateId=${id}`}>
        {m.templates_show_preview_with_values_link()}
      </ButtonLink>
      {mayManage && (
        <>
          {template.editable &&
            (template.editableFrom ? (
              <p className="hint self-center">
                <EditableFrom at={template.editableFrom} />
              </p>
            ) : (
              <ButtonLink to={href("/templates/:templateId/edit", { templateId: id })}>
                {m.templates_show_edit_and_submit_again()}
              </ButtonLink>
            ))}
          {template.sendable && (
            <ButtonLink variant="secondary" to={href("/templates/:templateId/sms", { templateId: id })}>
              {m.sms_title()}
            </ButtonLink>
          )}
          <ButtonLink variant="secondary" to={`${href("/templates/new")}?copy=${id}`}>
            {m.ui_copy()}
          </ButtonLink>
          {!template.unsupported && (
            <ButtonLink variant="secondary" to={`${href("/templates/new")}?copy=${id}&language=`}>
              {m.templates_show_add_language_link()}
            </ButtonLink>
          )}
          <ButtonLink
            variant="danger-quiet"
            to={`${href("/templates/:templateId/delete", { templateId: id })}${search}`}
          >
            {m.common_delete()}
          </ButtonLink>
        </>
      )}
    </>
  );
}

const dots = { success: "bg-good", warning: "bg-warn", error: "bg-bad" };

/** States and changes of the template, newest first. */
function Timeline({ entries }: { entries: Loaded["history"]["entries"] }) {
  if (entries.length === 0) return null;
  return (
    <section className="mt-6" aria-labelledby="timeline">
      <h2 id="timeline" className="mb-2 text-lg">
        {m.common_history()}
      </h2>
      <ol className="grid gap-3 border-line border-l pl-4">
        {entries.map(({ id, at, title, details, status }) => (
          <li key={id} className="relative">
            <span
              className={`-left-[1.3rem] absolute top-2 size-2 rounded-full ${dots[status]}`}
              aria-hidden="true"
            />
            <p>
              <strong>{title}</strong>{" "}
              <span className="text-muted text-sm">
                <Time value={at} />
              </span>
            </p>
            <p className="text-muted text-sm wrap-anywhere">{details}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
