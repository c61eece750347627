import { href, replace } from "react-router";
import { toNairobiInput } from "#app/platform/time/nairobiTime.ts";
import { PageHeader } from "#app/ui/page.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/edit";
import { composeAction } from "./compose.server.ts";
import { loadChoices, shownAs, storedAudience } from "./composed.server.ts";
import { ComposeForm } from "./composeForm.tsx";
import { missingSender } from "./missingSender.server.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.campaigns_edit_page_title({ campaignName: loaderData.draft.name }) },
];

export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [choices, composed] = await orThrowPage(
    Promise.all([loadChoices(api), api("POST /campaigns/compose", { campaignId })]),
  );
  const { draft } = composed;
  if (draft?.status !== "draft") throw replace(href("/messaging/campaigns/:campaignId", { campaignId }));
  const { audience, scheduledFor, ...kept } = draft;
  return {
    choices,
    draft: { ...kept, scheduledFor: scheduledFor ? toNairobiInput(new Date(scheduledFor)) : "" },
    missing: missingSender(choices),
    composed: shownAs(composed, storedAudience(audience)),
    earliest: toNairobiInput(new Date()),
  };
}

export const action = composeAction("campaign", (api, { key: _, ...parts }, campaignId) =>
  api("PUT /campaigns/:campaignId", { campaignId, ...parts }),
);

/** A draft: its message, audience and time. */
export default function CampaignEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { draft } = loaderData;
  return (
    <>
      <PageHeader title={draft.name} description={m.campaigns_price_before_sending_text()} />
      <ComposeForm
        // The saved draft replaces what was typed.
        key={draft.updatedAt}
        {...loaderData}
        answer={actionData}
        cancelTo={href("/messaging")}
      />
    </>
  );
}

export { exceptForUpdates as shouldRevalidate } from "./useComposed.ts";
