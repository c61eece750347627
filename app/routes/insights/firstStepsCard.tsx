import { href, Link } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { FirstSteps, firstStepsWords } from "./firstSteps.server.ts";

/**
 * What leads a new organisation to its first results: all steps, and a button to the next. Its texts come with the
 * page: few see it.
 */
export function FirstStepsCard({
  steps,
  next,
  doneCount,
  words,
}: FirstSteps & { words: ReturnType<typeof firstStepsWords> }) {
  return (
    <section className="card">
      <div className="card-head">
        <h2>{words.title}</h2>
        <Form method="post" action={href("/get-started/hide")} className="row-actions">
          <Button variant="quiet">{words.hide}</Button>
        </Form>
      </div>
      <p className="mb-2 text-muted text-sm">{words.progress}</p>
      <progress value={doneCount} max={steps.length} aria-label={words.progress} />
      <ol className="first-steps">
        {steps.map((step, at) => (
          <li key={step.fact} data-done={step.isDone || undefined}>
            <span className="first-steps-mark" aria-hidden="true">
              {step.isDone ? <Icon name="check" size={16} /> : at + 1}
            </span>
            <div>
              <h3>
                {step.isDone || at === next ? (
                  step.title
                ) : (
                  <Link to={step.link.to} className="link">
                    {step.title}
                  </Link>
                )}{" "}
                {step.isDone && <Badge tone="good">{words.done}</Badge>}
              </h3>
              {at === next && (
                <>
                  <p>{step.text}</p>
                  <ButtonLink to={step.link.to}>{step.link.label}</ButtonLink>
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
      <p className="hint mt-4">{words.credit}</p>
    </section>
  );
}
