import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { type CheckResult, checkWords } from "#app/domain/sales/tills/words.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Badge, type Tone } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";

type Shown = CallOutput<"GET /tills/:tillId">;

const results: Record<CheckResult["state"], { tone: Tone; label: string }> = lazy({
  ok: { tone: "good", label: m.tills_result_ok },
  failed: { tone: "bad", label: m.tills_result_failed },
  skipped: { tone: "neutral", label: m.tills_result_skipped },
  waiting: { tone: "info", label: m.tills_result_waiting },
});

/** Each part of the connection as it was last found, with what to do where M-Pesa refused. */
export function Checks({
  checks,
  till,
  mayManage,
}: {
  checks: Shown["checks"];
  till: Shown["till"];
  mayManage: boolean;
}) {
  const tillId = till.id;
  return (
    <Card title={m.tills_checks_title()}>
      {checks.length === 0 && <p className="hint">{m.tills_checks_empty()}</p>}
      <ul className="divide-y divide-line">
        {checks.map((check) => (
          <li key={check.name} className="grid gap-1 py-3 first:pt-0">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <strong>{checkWords[check.name]}</strong>
              <Badge tone={results[check.state].tone}>{results[check.state].label}</Badge>
            </span>
            {check.advice && <span>{check.advice}</span>}
            {check.said && (
              <span className="hint wrap-anywhere">{m.tills_check_said({ said: check.said })}</span>
            )}
            <span className="hint">
              <Time value={check.at} />
            </span>
          </li>
        ))}
      </ul>
      {mayManage && till.hasKeys && (
        <Form method="post" className="row-actions mt-4">
          <Button variant="secondary" name="intent" value="check">
            {m.tills_check_button()}
          </Button>
          <ButtonLink variant="quiet" to={href("/integrations/mpesa/:tillId/keys", { tillId })}>
            {m.tills_new_keys_link()}
          </ButtonLink>
          <ButtonLink variant="quiet" to={href("/integrations/mpesa/:tillId/rotate", { tillId })}>
            {m.tills_rotate_link()}
          </ButtonLink>
        </Form>
      )}
    </Card>
  );
}
