import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href, useLocation } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { endWords, holdWords, sequenceStepKinds } from "#app/domain/sequences/words.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";

type Shown = CallOutput<"GET /contacts/:contactId/sequences">["enrolments"][number];

/** The step at which an enrolment stands, and when it continues; or why it ended. */
export function EnrolmentState({ row }: { row: Omit<Shown, "sequence"> }) {
  const { endReason, held, waitsUntil, dueAt, step } = row;
  if (endReason)
    return <Badge tone={endReason === "completed" ? "good" : "neutral"}>{endWords[endReason]}</Badge>;
  const next = held ? dueAt : waitsUntil;
  return (
    <>
      {step && (
        <span className="block">
          {step.number}. {sequenceStepKinds[step.kind].label}
        </span>
      )}
      {held && <Badge tone="warn">{holdWords[held]}</Badge>}
      {next && (
        <span className="hint block">
          <ParaglideMessage
            message={held ? m.sequences_tries_again : m.sequences_waits_until}
            markup={{ time: () => <Time value={next} /> }}
          />
        </span>
      )}
    </>
  );
}

/** Ends an enrolment; the page returns to its place. */
export function EndEnrolment({ row, of }: { row: Omit<Shown, "sequence">; of: string }) {
  const { pathname, search } = useLocation();
  const { id, sequenceId, endReason } = row;
  if (endReason) return null;
  return (
    <Form method="post" action={href("/sequences/:sequenceId/enrolments", { sequenceId })} preventScrollReset>
      <input type="hidden" name="enrolmentId" value={id} />
      <input type="hidden" name="back" value={`${pathname}${search}`} />
      <Button variant="quiet" aria-label={m.common_labelled({ label: m.sequences_end_button(), value: of })}>
        {m.sequences_end_button()}
      </Button>
    </Form>
  );
}
