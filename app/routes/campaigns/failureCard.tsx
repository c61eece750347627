import { ParaglideMessage } from "@inlang/paraglide-js-react";
import type { CallOutput } from "#app/api/client.server.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { Button } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";
import { WithSetupLink } from "./setupLink.tsx";

type Failures = NonNullable<CallOutput<"GET /campaigns/:campaignId">["failures"]>;

/** Those that failed and were not sent by SMS. */
export const failuresIn = ({ ready, waiting, sentAgain, leftOut, final }: Failures): number =>
  ready + (waiting?.count ?? 0) + sentAgain + leftOut + final.reduce((sum, { count }) => sum + count, 0);

/** Actions on the failed messages of a campaign that has ended. */
export function FailureCard({ failures, mayAct }: { failures: Failures; mayAct: boolean }) {
  const { ready, waiting, sentAgain, leftOut, final } = failures;
  if (failuresIn(failures) === 0) return null;
  const lost = final.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card title={m.campaigns_failure_failed_messages_title()}>
      <ul className="grid list-disc gap-2 pl-5">
        {ready > 0 && <li>{m.campaigns_failure_can_be_retried_now({ ready: formatCount(ready) })}</li>}
        {waiting && (
          <li>
            <ParaglideMessage
              message={m.campaigns_failure_retry_text}
              inputs={{ waitingCount: formatCount(waiting.count) }}
              markup={{ time: () => <Time value={waiting.from} /> }}
            />
            <span className="block text-muted text-sm">{waiting.reasons.join(" ")}</span>
          </li>
        )}
        {sentAgain > 0 && (
          <li>
            {m.campaigns_failure_resent_by_retry({
              messages: counted(m.counts_messages, sentAgain),
            })}
          </li>
        )}
        {lost > 0 && (
          <li>
            {m.campaigns_failure_cant_be_retried({ lost: formatCount(lost) })}
            <ul className="mt-1 grid gap-1 text-sm">
              {final.map(({ text, advice, count }) => (
                <li key={text}>
                  {formatCount(count)} × {text}{" "}
                  <span className="text-muted">
                    <WithSetupLink text={advice} />
                  </span>
                </li>
              ))}
            </ul>
          </li>
        )}
        {leftOut > 0 && <li>{m.campaigns_failure_left_out_text({ leftOut: formatCount(leftOut) })}</li>}
      </ul>
      {ready > 0 && mayAct && (
        <Form method="post" className="row-actions mt-4">
          <Button name="intent" value="retry" variant="secondary">
            {ready === 1
              ? m.campaigns_failure_retry_failed_message()
              : m.campaigns_failure_retry_failed_messages({ ready: formatCount(ready) })}
          </Button>
        </Form>
      )}
    </Card>
  );
}
