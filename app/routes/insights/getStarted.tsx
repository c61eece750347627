import { href, Link, useSearchParams } from "react-router";
import { homeOf, isMember } from "#app/platform/roles/accountKinds.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/getStarted";

export const meta: Route.MetaFunction = () => [{ title: m.common_get_started() }];

/** Staff have no organisation, and so no steps. */
export async function loader({ context }: Route.LoaderArgs) {
  const user = context.get(userContext)!;
  const nothing = { done: null };
  const { done } = isMember(user)
    ? await context
        .get(apiContext)("GET /get-started", {})
        .catch(() => nothing)
    : nothing;
  return { done, home: homeOf(user) };
}

interface Step {
  /** The organisation's result of the step. */
  fact: "connected" | "template" | "contacts" | "campaign" | "answer" | "results";
  title: string;
  text: string;
  points: string[];
  link: { to: string; label: string };
  icon: IconName;
}

const steps: readonly Step[] = lazy([
  {
    fact: "connected",
    title: m.insights_connect_whatsapp,
    text: m.insights_start_connect_text,
    points: () => [
      m.insights_start_connect_manager_point(),
      m.insights_start_connect_number_point(),
      m.insights_start_connect_admin_point(),
    ],
    link: { to: href("/whatsapp"), label: m.insights_start_open_whatsapp_setup },
    icon: "plug-zap",
  },
  {
    fact: "template",
    title: m.insights_start_create_template_title,
    text: m.insights_start_template_text,
    points: () => [
      m.insights_start_template_category_point(),
      m.insights_start_template_example_point(),
      m.insights_start_template_language_point(),
    ],
    link: { to: href("/templates"), label: m.insights_dashboard_template_action_label },
    icon: "file-text",
  },
  {
    fact: "contacts",
    title: m.insights_start_import_contacts_title,
    text: m.insights_start_import_text,
    points: () => [
      m.insights_start_import_consent_point(),
      m.insights_start_import_tags_point(),
      m.insights_start_import_rejected_point(),
    ],
    link: { to: href("/contacts"), label: m.common_import_contacts },
    icon: "book-user",
  },
  {
    fact: "campaign",
    title: m.insights_start_send_first_campaign_title,
    text: m.insights_start_campaign_text,
    points: () => [
      m.insights_start_campaign_try_point(),
      m.insights_start_campaign_time_point(),
      m.insights_start_campaign_pause_point(),
    ],
    link: { to: href("/messaging"), label: m.insights_open_message_center },
    icon: "send",
  },
  {
    fact: "answer",
    title: m.insights_start_reply_to_customers_title,
    text: m.insights_start_chat_text,
    points: () => [
      m.insights_start_chat_team_point(),
      m.insights_start_chat_unread_point(),
      m.insights_start_chat_stop_point(),
    ],
    link: { to: href("/chat"), label: m.common_open_chat },
    icon: "messages-square",
  },
  {
    fact: "results",
    title: m.insights_start_see_what_works_title,
    text: m.insights_start_results_text,
    points: () => [
      m.insights_start_results_export_point(),
      m.insights_start_results_retry_point(),
      m.insights_start_results_log_point(),
    ],
    link: { to: href("/analytics"), label: m.insights_start_open_analytics },
    icon: "chart-no-axes-column",
  },
]);

const hrefOf = (index: number) => `${href("/get-started")}?step=${index + 1}`;

export default function GetStarted({ loaderData: { done, home } }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const isDone = (one: Step) => done?.[one.fact] ?? false;
  const doneCount = steps.filter(isDone).length;
  // It starts with the next open step.
  const next = done ? steps.findIndex((one) => !isDone(one)) + 1 : 1;
  const requested = Math.trunc(Number(query.get("step") ?? next)) || 1;
  const index = Math.min(Math.max(requested, 1), steps.length) - 1;
  const step = steps[index]!;
  const last = index === steps.length - 1;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title={m.common_get_started()}
        description={m.insights_start_lead()}
        actions={
          <ButtonLink to={home} variant="quiet">
            {m.insights_start_skip_tutorial_link()}
          </ButtonLink>
        }
      />
      <section className="card" aria-labelledby="step-title">
        <div className="mb-6">
          <p className="mb-2 text-sm text-muted">
            {done
              ? m.insights_start_step_of_done_text({ index: index + 1, count: steps.length, doneCount })
              : m.insights_start_step_of_text({ index: index + 1, count: steps.length })}
          </p>
          <progress value={index + 1} max={steps.length} aria-label={m.insights_start_tutorial_progress()} />
        </div>
        <div className="flex flex-col gap-4 sm:flex-row sm:gap-6">
          <span className="tile-icon tile-icon-large">
            <Icon name={step.icon} size={30} />
          </span>
          <div>
            <h2 id="step-title" className="text-2xl">
              {step.title} {isDone(step) && <Badge tone="good">{m.common_status_done()}</Badge>}
            </h2>
            <p className="mt-2">{step.text}</p>
            <ul className="ticks mt-4">
              {step.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
            <p className="mt-4">
              <Link to={step.link.to} className="link inline-flex items-center gap-1">
                {step.link.label} <Icon name="arrow-right" size={16} />
              </Link>
            </p>
          </div>
        </div>
        <nav className="mt-8 flex flex-wrap items-center justify-between gap-3" aria-label={m.common_steps()}>
          {index > 0 ? (
            <ButtonLink to={hrefOf(index - 1)} variant="secondary" preventScrollReset>
              {m.common_previous()}
            </ButtonLink>
          ) : (
            <span className="button button-secondary invisible" aria-hidden="true">
              {m.common_previous()}
            </span>
          )}
          <Dots index={index} isDone={isDone} />
          {last ? (
            <ButtonLink to={home}>{m.common_get_started()}</ButtonLink>
          ) : (
            <ButtonLink to={hrefOf(index + 1)} preventScrollReset>
              {m.common_next()}
            </ButtonLink>
          )}
        </nav>
      </section>
    </div>
  );
}

function Dots({ index, isDone }: { index: number; isDone: (step: Step) => boolean }) {
  return (
    <ol className="dots order-last w-full justify-center sm:order-none sm:w-auto">
      {steps.map((other, at) => (
        <li key={other.title}>
          <Link
            to={hrefOf(at)}
            preventScrollReset
            aria-label={(isDone(other) ? m.insights_start_step_done : m.insights_start_step_label)({
              at: at + 1,
              title: other.title,
            })}
            data-done={isDone(other) || undefined}
            aria-current={at === index ? "step" : undefined}
          />
        </li>
      ))}
    </ol>
  );
}

export { ScreenError as ErrorBoundary };
