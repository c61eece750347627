import { href } from "react-router";
import { z } from "zod";
import { testPrompt, tillSettings } from "#app/domain/sales/tills/schemas.ts";
import { kindWords } from "#app/domain/sales/tills/words.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, failed, formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/show";
import { Checks } from "./checks.tsx";
import { Health } from "./health.tsx";
import { SettingsForm } from "./settingsForm.tsx";
import { TestForm } from "./testForm.tsx";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("check") }),
  testPrompt.extend({ intent: z.literal("test") }),
  tillSettings.extend({ intent: z.literal("settings") }),
]);

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.till.name ?? m.tills_title() },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await orThrowPage(context.get(apiContext)("GET /tills/:tillId", params));
  return { ...found, mayManage: may(context.get(userContext), "tills.manage") };
}

export const action = formAction(schema, async ({ value, api }, { params }: Route.ActionArgs) => {
  const here = href("/integrations/mpesa/:tillId", params);
  switch (value.intent) {
    case "check": {
      const { checks } = await api("POST /tills/:tillId/check", params);
      const isRefused = Object.values(checks).some(({ state }) => state === "failed");
      return isRefused ? failed(here, m.tills_check_refused()) : done(here, m.tills_check_done());
    }
    case "test": {
      const { result } = await api("POST /tills/:tillId/test", { ...params, phone: value.phone });
      return result.state === "failed"
        ? failed(here, m.tills_check_refused())
        : done(here, m.tills_test_done());
    }
    case "settings": {
      const { intent: _, ...settings } = value;
      await api("PUT /tills/:tillId", { ...settings, ...params });
      return done(here, m.tills_settings_done());
    }
  }
});

/** A till: what was found by checking it, how it is, and its settings. */
export default function Till({ loaderData, actionData }: Route.ComponentProps) {
  const { till, checks, mayManage } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  const tillId = till.id;
  return (
    <>
      <PageHeader
        title={till.name}
        description={`${kindWords[till.kind]} ${till.number}`}
        list={{ to: href("/integrations/mpesa"), label: m.receipts_filter_all_tills() }}
        actions={
          <>
            <ButtonLink variant="secondary" to={href("/integrations/mpesa/:tillId/statement", { tillId })}>
              {m.tills_statement()}
            </ButtonLink>
            {mayManage && (
              <ButtonLink variant="danger-quiet" to={href("/integrations/mpesa/:tillId/remove", { tillId })}>
                {m.tills_remove_link()}
              </ButtonLink>
            )}
          </>
        }
      />
      <ErrorSummary errors={problemsOf(result)} />
      {till.state === "keys_needed" && (
        <Notice tone="bad" title={m.tills_state_keys_needed()}>
          <p>{m.tills_keys_needed_text()}</p>
          {mayManage && (
            <p className="mt-3">
              <ButtonLink to={href("/integrations/mpesa/:tillId/keys", { tillId })}>
                {m.tills_new_keys_link()}
              </ButtonLink>
            </p>
          )}
        </Notice>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Checks checks={checks} till={till} mayManage={mayManage} />
        <Health shown={loaderData} />
        {mayManage && till.hasKeys && <TestForm result={result} />}
        {mayManage && <SettingsForm shown={loaderData} result={result} />}
      </div>
    </>
  );
}

export { ScreenError as ErrorBoundary };
