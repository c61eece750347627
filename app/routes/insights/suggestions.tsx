import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { goTo, type Page } from "#app/routes/shell/goTo.server.ts";
import type { Found, FoundOption } from "#app/routes/shell/palette.tsx";
import { apiContext, platformContext } from "#app/web/platform.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/suggestions";

type Suggestion = CallOutput<"GET /search/suggestions">["suggestions"][number];

const kinds = lazy([
  { kind: "contact", label: m.common_contacts, icon: "book-user" },
  { kind: "conversation", label: m.common_conversations, icon: "message-circle" },
  { kind: "campaign", label: m.common_campaigns, icon: "megaphone" },
  { kind: "template", label: m.common_templates, icon: "file-text" },
]);

function addressOf({ kind, id }: Suggestion): string {
  switch (kind) {
    case "contact":
      return href("/contacts/:contactId", { contactId: id });
    case "conversation":
      return href("/chat/:conversationId", { conversationId: id });
    case "template":
      return href("/templates/:templateId", { templateId: id });
    case "campaign":
      return href("/messaging/campaigns/:campaignId", { campaignId: id });
  }
}

const ofPage = ({ to, label, within = "", icon }: Page): FoundOption => ({
  ...{ to, title: label, detail: within, icon },
});

/** The palette's options while typing, in groups, with all of their words; of records none when they take too long. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const text = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, 100);
  const user = context.get(userContext);
  const { config } = context.get(platformContext);
  const places = user && goTo(user, { text, sandbox: config.demo && config.sandbox });
  const { suggestions } = await suggestionsFor(text, context);
  const groups = [
    { label: m.shell_go_to(), options: places?.pages.map(ofPage) ?? [] },
    { label: m.common_actions(), options: places?.actions.map(ofPage) ?? [] },
    ...kinds.map(({ kind, label, icon }) => ({
      label,
      options: suggestions
        .filter((one) => one.kind === kind)
        .map((one) => ({
          to: addressOf(one),
          title: readablePhone(one.title),
          detail: readablePhone(one.detail),
          icon,
        })),
    })),
  ].filter(({ options }) => options.length > 0);
  const count = groups.reduce((sum, { options }) => sum + options.length, 0);
  const found: Found = {
    groups,
    status:
      count === 0
        ? m.common_nothing_found()
        : m.shell_search_box_below_box_text({ suggestions: counted(m.counts_suggestions, count) }),
  };
  return Response.json(found, { headers: { "cache-control": "no-store" } });
}

/** Nothing is asked for an empty text. */
const suggestionsFor = async (
  q: string,
  context: Route.LoaderArgs["context"],
): Promise<{ suggestions: Suggestion[] }> =>
  q === ""
    ? { suggestions: [] }
    : context
        .get(apiContext)("GET /search/suggestions", { q })
        .catch(() => ({ suggestions: [] }));
