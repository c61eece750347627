import { href, Link } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { FirstSteps, firstStepsWords } from "./firstSteps.server.ts";

/**
 * What leads a new organisation to its first results: each path's steps, and a button to its next. Its texts come with the
 * page: few see it.
 */
export function FirstStepsCard({
  steps,
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
      <Path title={words.paths.messages} steps={steps} path="messages" words={words} />
      <Path title={words.paths.sales} steps={steps} path="sales" words={words} />
      <p className="hint mt-4">{words.credit}</p>
    </section>
  );
}

function Path({
  title,
  steps,
  path,
  words,
}: Pick<FirstSteps, "steps"> & {
  title: string;
  path: FirstSteps["steps"][number]["path"];
  words: ReturnType<typeof firstStepsWords>;
}) {
  return (
    <>
      <h3 className="mt-4">{title}</h3>
      <ol className="first-steps">
        {steps
          .filter((step) => step.path === path)
          .map((step, at) => (
            <li key={step.fact} data-done={step.isDone || undefined}>
              <span className="first-steps-mark" aria-hidden="true">
                {step.isDone ? <Icon name="check" size={16} /> : at + 1}
              </span>
              <div>
                <h4>
                  {step.isDone || step.isNext ? (
                    step.title
                  ) : (
                    <Link to={step.link.to} className="link">
                      {step.title}
                    </Link>
                  )}{" "}
                  {step.isDone && <Badge tone="good">{words.done}</Badge>}
                </h4>
                {step.isNext && (
                  <>
                    <p>{step.text}</p>
                    <ButtonLink to={step.link.to} variant={path === "messages" ? "primary" : "secondary"}>
                      {step.link.label}
                    </ButtonLink>
                  </>
                )}
              </div>
            </li>
          ))}
      </ol>
    </>
  );
}
