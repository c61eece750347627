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
    text: m.insights_link_the_number_that_your_customers,
    points: () => [
      m.insights_have_your_meta_business_manager_ready(),
      m.insights_the_number_must_be_able_to(),
      m.insights_you_need_admin_access_to_your(),
    ],
    link: { to: href("/whatsapp"), label: m.insights_open_whatsapp_setup },
    icon: "plug-zap",
  },
  {
    fact: "template",
    title: m.insights_write_a_template,
    text: m.insights_a_message_that_starts_a_conversation,
    points: () => [
      m.insights_choose_the_category_honestly_a_discount(),
      m.insights_give_an_example_for_every_variable(),
      m.insights_write_it_in_english_swahili_and(),
    ],
    link: { to: href("/templates"), label: m.insights_create_a_template },
    icon: "file-text",
  },
  {
    fact: "contacts",
    title: m.insights_bring_your_contacts,
    text: m.insights_import_the_file_that_you_have,
    points: () => [
      m.insights_marketing_goes_only_to_people_who(),
      m.insights_tags_make_audiences_branch_product_language(),
      m.insights_rows_that_cant_be_used_are(),
    ],
    link: { to: href("/contacts"), label: m.common_import_contacts },
    icon: "book-user",
  },
  {
    fact: "campaign",
    title: m.insights_send_the_first_campaign,
    text: m.insights_choose_a_template_and_an_audience,
    points: () => [
      m.insights_to_try_it_first_add_yourself(),
      m.insights_schedule_it_for_a_time_when(),
      m.insights_pause_resume_or_cancel_at_any(),
    ],
    link: { to: href("/messaging"), label: m.insights_open_the_message_center },
    icon: "send",
  },
  {
    fact: "answer",
    title: m.insights_answer_your_customers,
    text: m.insights_replies_arrive_in_the_chat_for,
    points: () => [
      m.insights_everyone_in_your_organisation_sees_the(),
      m.insights_unread_ones_stand_out(),
      m.insights_stop_acha_or_arre_t_opts(),
    ],
    link: { to: href("/chat"), label: m.insights_open_the_chat },
    icon: "messages-square",
  },
  {
    fact: "results",
    title: m.insights_see_what_works,
    text: m.insights_see_what_was_sent_delivered_read,
    points: () => [
      m.insights_export_the_recipients_of_a_campaign(),
      m.insights_retry_the_people_who_were_not(),
      m.insights_the_activity_log_shows_who_did(),
    ],
    link: { to: href("/analytics"), label: m.insights_open_the_analytics },
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
  const asked = Math.trunc(Number(query.get("step") ?? next)) || 1;
  const index = Math.min(Math.max(asked, 1), steps.length) - 1;
  const step = steps[index]!;
  const last = index === steps.length - 1;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title={m.common_get_started()}
        description={m.insights_six_steps_from_an_empty_account()}
        actions={
          <ButtonLink to={home} variant="quiet">
            {m.insights_skip_tutorial()}
          </ButtonLink>
        }
      />
      <section className="card" aria-labelledby="step-title">
        <div className="mb-6">
          <p className="mb-2 text-sm text-muted">
            {done
              ? m.insights_step_of_done({ index: index + 1, count: steps.length, doneCount })
              : m.insights_step_of({ index: index + 1, count: steps.length })}
          </p>
          <progress value={index + 1} max={steps.length} aria-label={m.insights_progress_of_the_tutorial()} />
        </div>
        <div className="flex flex-col gap-4 sm:flex-row sm:gap-6">
          <span className="tile-icon tile-icon-large">
            <Icon name={step.icon} size={30} />
          </span>
          <div>
            <h2 id="step-title" className="text-2xl">
              {step.title} {isDone(step) && <Badge tone="good">{m.insights_step_done()}</Badge>}
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
            aria-label={(isDone(other) ? m.insights_done_2 : m.insights_step)({
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
