import { href } from "react-router";
import { toNairobiInput } from "#app/platform/time/nairobiTime.ts";
import { useReviewNews } from "#app/routes/templates/review.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/new";
import { composeAction } from "./compose.server.ts";
import { loadEmptyForm } from "./composed.server.ts";
import { ComposeForm } from "./composeForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.campaigns_new_page_title() }];

/** `template` in the address chooses one. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const chosen = new URL(request.url).searchParams.get("template");
  return {
    ...(await loadEmptyForm(context.get(apiContext), chosen)),
    earliest: toNairobiInput(new Date()),
    formKey: crypto.randomUUID(),
  };
}

export const action = composeAction("campaign", (api, { key = "", ...parts }) =>
  api("POST /campaigns", { ...parts, key }),
);

export default function NewCampaign({ loaderData, actionData }: Route.ComponentProps) {
  const { choices } = loaderData;
  useReviewNews(choices.templates.length === 0 && choices.existingTemplates > 0);
  return (
    <>
      <PageHeader title={m.campaigns_new_campaign()} description={m.campaigns_price_before_sending_text()} />
      <ComposeForm {...loaderData} answer={actionData} cancelTo={href("/messaging")} />
    </>
  );
}

export { exceptForUpdates as shouldRevalidate } from "./useComposed.ts";
