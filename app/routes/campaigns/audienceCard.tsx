import { lazy, Suspense } from "react";
import { NoScriptButton } from "#app/routes/templates/noScriptButton.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card } from "#app/ui/page.tsx";
import type { FormResult } from "#app/web/fields.ts";
import { m } from "#messages";
import { AudienceFields } from "./audienceFields.tsx";
import type { Composed } from "./composed.server.ts";
import type { Choices, ComposeProps } from "./composeForm.tsx";
import { NoRecipients } from "./noRecipients.tsx";

const AudienceConditions = lazy(async () => ({
  default: (await import("./audienceConditions.tsx")).AudienceConditions,
}));

/** The recipients, and why there are none. One that comes from another campaign is fixed. */
export function AudienceCard({
  choices,
  shown,
  draft,
  result,
  isStale,
}: {
  choices: Choices;
  shown: Composed;
  draft: ComposeProps["draft"];
  result: FormResult;
  isStale: boolean;
}) {
  const { audience, template } = shown;
  return (
    <Card title={m.campaigns_audience()}>
      <div className="grid gap-5">
        {template?.category === "MARKETING" && (
          <Notice tone="info" title={m.campaigns_audience_marketing()}>
            {m.campaigns_audience_marketing_notice()}
          </Notice>
        )}
        {audience.kind === "fixed" ? (
          <>
            <input type="hidden" name="kind" value="fixed" />
            <p>{m.campaigns_audience_recounted_notice({ audience: draft?.audienceText ?? "" })}</p>
          </>
        ) : (
          <AudienceFields
            choices={choices}
            chosen={audience}
            result={result}
            conditions={
              audience.kind === "conditions" ? (
                <Suspense>
                  <AudienceConditions audience={audience} choices={choices.conditions} />
                </Suspense>
              ) : (
                <NoScriptButton name="intent" value="add">
                  {m.contacts_conditions_add_condition()}
                </NoScriptButton>
              )
            }
          />
        )}
        {!isStale && shown.noReach.length > 0 && <NoRecipients reasons={shown.noReach} />}
      </div>
    </Card>
  );
}
