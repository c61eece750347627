import type { CallOutput } from "#app/api/client.server.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { Button } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { WithSetupLink } from "./setupLink.tsx";

type Failures = NonNullable<CallOutput<"GET /campaigns/:campaignId">["failures"]>;

/** What can be done about the failed messages of a campaign that has ended. */
export function FailureCard({ failures, mayAct }: { failures: Failures; mayAct: boolean }) {
  const { ready, waiting, sentAgain, leftOut, final } = failures;
  const lost = final.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card title="Failed messages">
      <ul className="grid list-disc gap-2 pl-5">
        {ready > 0 && <li>{formatCount(ready)} can be retried now.</li>}
        {waiting && (
          <li>
            {formatCount(waiting.count)} can be retried from <Time value={waiting.from} />.
            <span className="block text-muted text-sm">{waiting.reasons.join(" ")}</span>
          </li>
        )}
        {sentAgain > 0 && <li>{countOf(sentAgain, "message")} sent again by a retry.</li>}
        {lost > 0 && (
          <li>
            {formatCount(lost)} can't be retried:
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
        {leftOut > 0 && (
          <li>{formatCount(leftOut)} can't be contacted any more: opted out, no consent or no number.</li>
        )}
      </ul>
      {ready > 0 && mayAct && (
        <Form method="post" className="row-actions mt-4">
          <Button name="intent" value="retry" variant="secondary">
            {ready === 1 ? "Retry the failed message" : `Retry ${formatCount(ready)} failed messages`}
          </Button>
        </Form>
      )}
    </Card>
  );
}
