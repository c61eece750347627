import { href, Link, useSearchParams } from "react-router";
import { homeOf, isMember } from "#app/platform/roles/accountKinds.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/getStarted";
import { type FirstSteps, firstStepsOf } from "./firstSteps.server.ts";

export const meta: Route.MetaFunction = () => [{ title: m.common_get_started() }];

/** Staff have no organisation, and so no steps of their own. */
export async function loader({ context }: Route.LoaderArgs) {
  const user = context.get(userContext)!;
  const answer = isMember(user)
    ? await context
        .get(apiContext)("GET /get-started", {})
        .catch(() => null)
    : null;
  return { ...firstStepsOf(answer?.done ?? null), counts: answer !== null, home: homeOf(user) };
}

const hrefOf = (index: number) => `${href("/get-started")}?step=${index + 1}`;

export default function GetStarted({ loaderData }: Route.ComponentProps) {
  const { steps, next, doneCount, counts, home } = loaderData;
  const [query] = useSearchParams();
  // It starts with the next open step.
  const requested = Math.trunc(Number(query.get("step") ?? next + 1)) || 1;
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
            {counts
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
              {step.title} {step.isDone && <Badge tone="good">{m.common_status_done()}</Badge>}
            </h2>
            <p className="mt-2">{step.text}</p>
            <ul className={`mt-4 ${step.isDone ? "ticks" : "list-disc pl-5"}`}>
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
          <Dots index={index} steps={steps} />
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

function Dots({ index, steps }: { index: number; steps: FirstSteps["steps"] }) {
  return (
    <ol className="dots order-last w-full justify-center sm:order-none sm:w-auto">
      {steps.map(({ title, isDone }, at) => (
        <li key={title}>
          <Link
            to={hrefOf(at)}
            preventScrollReset
            aria-label={(isDone ? m.insights_start_step_done : m.insights_start_step_label)({
              at: at + 1,
              title,
            })}
            data-done={isDone || undefined}
            aria-current={at === index ? "step" : undefined}
          />
        </li>
      ))}
    </ol>
  );
}
