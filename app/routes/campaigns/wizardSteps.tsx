import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { lazy } from "#app/platform/text/lazy.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { m } from "#messages";

const allSteps = lazy([
  { path: "setup", label: m.common_message },
  { path: "audience", label: m.campaigns_audience },
  { path: "variables", label: m.common_variables },
  { path: "schedule", label: m.common_time },
  { path: "review", label: m.campaigns_wizard_steps_review_label },
]);
export type WizardStep = (typeof allSteps)[number]["path"];

/**
 * The steps of a campaign's wizard. Earlier steps are links once there is a draft. A quick broadcast is sent
 * at once: its time step is hidden unless open.
 */
export function WizardSteps({
  current,
  campaign,
}: {
  current: WizardStep;
  campaign?: { id: string; kind: string };
}) {
  const isQuick = campaign?.kind === "broadcast" && current !== "schedule";
  const steps = allSteps.filter(({ path }) => !(isQuick && path === "schedule"));
  const at = steps.findIndex((step) => step.path === current);
  return (
    <nav aria-label={m.common_steps()} className="mb-6">
      <ol className="flex flex-wrap gap-x-1 gap-y-2">
        {steps.map((step, index) => (
          <li key={step.path} className="flex items-center">
            {index > 0 && <span aria-hidden="true" className="mr-1 h-px w-6 bg-edge max-sm:hidden" />}
            {campaign && index < at ? (
              <Link
                className={`${pill} text-brand underline`}
                to={href(`/messaging/campaigns/:campaignId/${step.path}`, { campaignId: campaign.id })}
              >
                <StepNumber at={index + 1} done />
                <span className="max-sm:sr-only">{step.label}</span>
              </Link>
            ) : (
              <span
                className={`${pill} ${index === at ? "bg-brand-soft font-semibold text-brand-strong" : "text-muted"}`}
                aria-current={index === at ? "step" : undefined}
              >
                <StepNumber at={index + 1} />
                <span className={index === at ? "" : "max-sm:sr-only"}>{step.label}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The end of a step: next, or leave; `children` are other actions. */
export function WizardFooter({
  next,
  intent,
  busy = false,
  out = { label: m.campaigns_finish_later(), to: href("/messaging") },
  children,
}: {
  next: ReactNode;
  /** When the form has several intents. */
  intent?: string;
  busy?: boolean;
  out?: { label: string; to: string };
  children?: ReactNode;
}) {
  return (
    <p className="row-actions form-foot">
      <Button disabled={busy} {...(intent && { name: "intent", value: intent })}>
        {next}
      </Button>
      {children}
      <ButtonLink variant="quiet" to={out.to}>
        {out.label}
      </ButtonLink>
    </p>
  );
}

const pill = "inline-flex min-h-control items-center gap-2 rounded-full px-2 text-sm";

function StepNumber({ at, done }: { at: number; done?: boolean }) {
  return (
    <span
      className={`grid size-[1.5rem] flex-none place-items-center rounded-full text-xs ${done ? "bg-brand text-on-brand" : "border border-edge"}`}
    >
      {at}
    </span>
  );
}
