import { NoScriptButton } from "#app/routes/templates/noScriptButton.tsx";
import { Card } from "#app/ui/page.tsx";
import { m } from "#messages";
import { AudienceLines } from "./audienceLines.tsx";
import type { Composed } from "./composed.server.ts";

/** The audience's size, the excluded contacts and the price. */
export function CountCard({
  counted,
  isStale,
  hasTemplate,
}: {
  counted: Composed["counted"];
  isStale: boolean;
  hasTemplate: boolean;
}) {
  return (
    <Card title={m.campaigns_audience_and_price_title()}>
      {isStale ? (
        <p className="text-muted">{m.campaigns_audience_counting_text()}</p>
      ) : counted ? (
        <AudienceLines quote={counted} />
      ) : (
        <p className="text-muted">
          {hasTemplate ? m.campaigns_audience_incomplete_text() : m.campaigns_count_template_first()}
        </p>
      )}
      <NoScriptButton className="mt-4" name="intent" value="count">
        {m.campaigns_audience_update_count_button()}
      </NoScriptButton>
    </Card>
  );
}
