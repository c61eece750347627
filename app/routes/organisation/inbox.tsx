import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { capacity, inboxSettingsForm } from "#app/domain/messaging/inbox/schemas.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/form.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { problemsOf, resultOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/inbox";
import { DutyCard } from "./inboxDuty.tsx";
import { InboxHours } from "./inboxHours.tsx";

export type InboxSettings = CallOutput<"GET /inbox/settings">;

const ticked = z.literal("on").optional();

/** As typed; the API validates the hours, only when they are on. */
const days = z.array(z.object({ from: z.string().default(""), to: z.string().default("") })).default([]);

const schema = z.discriminatedUnion("intent", [
  inboxSettingsForm.extend({
    intent: z.literal("settings"),
    keepsHours: ticked,
    autoAssign: ticked,
    readReceipts: ticked,
    asksSatisfaction: ticked,
    asksAfterAutoClose: ticked,
    workingWeek: days,
  }),
  z.object({ intent: z.literal("duty"), onDuty: z.enum(["on", "off"]) }),
  z.object({
    intent: z.literal("members"),
    members: z.array(z.object({ memberId: z.string(), capacity, onDuty: ticked })).min(1),
  }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.organisation_inbox_page_title() }];

export async function loader({ context }: Route.LoaderArgs) {
  const mayChange = may(context.get(userContext), "inbox.manage");
  return { isManager: mayChange, ...(await pageApi(context)("GET /inbox/settings", {})) };
}

export const action = formAction(schema, async ({ value, api }) => {
  switch (value.intent) {
    case "settings": {
      const {
        intent: _,
        keepsHours,
        autoAssign,
        readReceipts,
        asksSatisfaction,
        asksAfterAutoClose,
        workingWeek,
        ...rest
      } = value;
      await api("PUT /inbox/settings", {
        ...rest,
        workingWeek: keepsHours ? workingWeek : null,
        autoAssign: autoAssign === "on",
        readReceipts: readReceipts === "on",
        asksSatisfaction: asksSatisfaction === "on",
        asksAfterAutoClose: asksAfterAutoClose === "on",
      });
      return done(href("/settings/inbox"), m.organisation_inbox_settings_saved_done());
    }
    case "duty": {
      const { onDuty } = await api("PUT /inbox/duty", { onDuty: value.onDuty === "on" });
      return done(
        href("/settings/inbox"),
        onDuty ? m.organisation_inbox_you_available_done() : m.organisation_inbox_you_unavailable_done(),
      );
    }
    case "members": {
      const members = value.members.map((duty) => ({ ...duty, onDuty: duty.onDuty === "on" }));
      await api("PUT /inbox/members", { members });
      return done(href("/settings/inbox"), m.organisation_inbox_duty_saved_done());
    }
  }
});

export default function InboxSettingsScreen({ loaderData, actionData }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  const { isManager, settings, scoreTemplates, members } = loaderData;
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={m.organisation_inbox_page_title()}
        description={m.organisation_inbox_lead()}
        actions={
          <ButtonLink to={href("/chat/replies")} variant="secondary">
            {m.chat_canned_replies()}
          </ButtonLink>
        }
      />
      <div className="grid gap-6">
        <ErrorSummary errors={problemsOf(result)} />
        <DutyCard members={members} isManager={isManager} result={resultOf(result, "members")} />
        <InboxHours
          settings={settings}
          scoreTemplates={scoreTemplates}
          isManager={isManager}
          result={result}
        />
      </div>
    </div>
  );
}
