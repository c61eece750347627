import { href } from "react-router";
import { byLocale, datesIn } from "#app/platform/locale/byLocale.ts";
import { PageHeader } from "#app/ui/page.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/newBroadcast";
import { composeAction } from "./compose.server.ts";
import { loadEmptyForm } from "./composed.server.ts";
import { ComposeForm } from "./composeForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.campaigns_new_broadcast_page_title() }];

const today = byLocale(
  (locale) =>
    new Intl.DateTimeFormat(datesIn[locale], {
      timeZone: "Africa/Nairobi",
      dateStyle: "medium",
      timeStyle: "short",
    }),
);

export async function loader({ context }: Route.LoaderArgs) {
  return {
    ...(await loadEmptyForm(context.get(apiContext), null)),
    name: m.campaigns_new_broadcast_default_name({ time: today().format(new Date()) }),
    formKey: crypto.randomUUID(),
  };
}

export const action = composeAction("broadcast", (api, { key = "", ...parts }) =>
  api("POST /campaigns", { ...parts, kind: "broadcast", key }),
);

/** A campaign without a name and a time of its own. */
export default function NewBroadcast({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={m.campaigns_quick_broadcast()} description={m.campaigns_new_broadcast_lead()} />
      <ComposeForm
        {...loaderData}
        quickName={loaderData.name}
        answer={actionData}
        cancelTo={href("/messaging/broadcasts")}
      />
    </>
  );
}

export { exceptForUpdates as shouldRevalidate } from "./useComposed.ts";
