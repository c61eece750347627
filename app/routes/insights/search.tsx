import { ParaglideMessage } from "@inlang/paraglide-js-react";
import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { CampaignStatusBadge } from "#app/routes/campaigns/campaignStatus.tsx";
import { goTo } from "#app/routes/shell/goTo.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Marked } from "#app/ui/marked.tsx";
import { Card, EmptyState, PageHeader } from "#app/ui/page.tsx";
import { apiContext, platformContext } from "#app/web/platform.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/search";

export const meta: Route.MetaFunction = () => [{ title: m.common_search() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const found = await context.get(apiContext)("GET /search", {
    q: new URL(request.url).searchParams.get("q") ?? "",
  });
  const user = context.get(userContext);
  const { config } = context.get(platformContext);
  const { pages, actions } =
    user && found.text !== ""
      ? goTo(user, { text: found.text, sandbox: config.demo && config.sandbox })
      : { pages: [], actions: [] };
  return { ...found, places: [...pages, ...actions], goToLabel: m.shell_go_to() };
}

export default function Search({ loaderData: found }: Route.ComponentProps) {
  const total = [found.places, found.contacts, found.templates, found.campaigns, found.conversations].flat()
    .length;
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={m.common_search()}
        description={
          found.text ? (
            <ParaglideMessage
              message={total === 0 ? m.insights_search_no_results_lead : m.insights_search_results_for_text}
              markup={{ text: () => <strong>{found.text}</strong> }}
            />
          ) : (
            m.insights_search_lead()
          )
        }
      />
      {found.text !== "" && total === 0 && (
        <EmptyState
          art="search"
          title={m.common_nothing_found()}
          action={
            <ButtonLink to={href("/contacts")} variant="secondary">
              {m.common_all_contacts()}
            </ButtonLink>
          }
        >
          {m.insights_search_empty()}
        </EmptyState>
      )}
      <div className="grid gap-6">
        <Found title={found.goToLabel}>
          {found.places.map(({ to, label, within }) => (
            <Hit key={to} to={to} title={label} sought={found.text} detail={within} />
          ))}
        </Found>
        <Contacts found={found} />
        <Found
          title={m.common_conversations()}
          total={found.totals.conversations}
          more={found.more.conversations}
          all={`${href("/chat")}?${new URLSearchParams({ q: found.text })}`}
        >
          {found.conversations.map((conversation) => (
            <Hit
              key={conversation.id}
              to={href("/chat/:conversationId", { conversationId: conversation.id })}
              title={titleOf(conversation)}
              sought={found.text}
              detail={<Marked text={conversation.line} sought={found.text} />}
            />
          ))}
        </Found>
        <Templates found={found} />
        <Found title={m.common_campaigns()}>
          {found.campaigns.map((campaign) => (
            <Hit
              key={campaign.id}
              to={href("/messaging/campaigns/:campaignId", { campaignId: campaign.id })}
              title={campaign.name}
              sought={found.text}
              badge={<CampaignStatusBadge status={campaign.status} />}
            />
          ))}
        </Found>
      </div>
    </div>
  );
}

function Contacts({ found }: { found: Route.ComponentProps["loaderData"] }) {
  return (
    <Found
      title={m.common_contacts()}
      total={found.totals.contacts}
      more={found.more.contacts}
      all={`${href("/contacts")}?${new URLSearchParams({ q: found.text })}`}
    >
      {found.contacts.map((contact) => (
        <Hit
          key={contact.id}
          to={`${href("/contacts")}?${new URLSearchParams({ q: contact.phone ?? contact.name })}`}
          title={titleOf(contact)}
          sought={found.text}
          detail={
            <Marked
              text={[readablePhone(contact.phone ?? ""), ...contact.tags].filter(Boolean).join(", ")}
              sought={found.text}
            />
          }
        />
      ))}
    </Found>
  );
}

function Templates({ found }: { found: Route.ComponentProps["loaderData"] }) {
  return (
    <Found
      title={m.common_templates()}
      total={found.totals.templates}
      all={`${href("/templates")}?${new URLSearchParams({ search: found.text })}`}
    >
      {found.templates.map((template) => (
        <Hit
          key={template.id}
          to={href("/templates/:templateId", { templateId: template.id })}
          title={template.name}
          sought={found.text}
          detail={template.languageName}
          badge={<Badge tone={template.statusWords.tone}>{template.statusWords.label}</Badge>}
        />
      ))}
    </Found>
  );
}

/** The first hits of a kind, and a link to all of them if its list has a search. */
function Found({
  title,
  total = 0,
  more = false,
  all,
  children,
}: {
  title: string;
  total?: number;
  /** The search stopped at its limit. */
  more?: boolean;
  all?: string;
  children: ReactNode[];
}) {
  if (children.length === 0) return null;
  return (
    <Card title={title}>
      <ul className="divide-y divide-line">{children}</ul>
      {all && total > children.length && (
        <p className="mt-3">
          <ButtonLink to={all} variant="secondary">
            {(more ? m.insights_search_show_results_link : m.insights_search_show_all_link)({
              total: formatCount(total),
              title,
            })}
          </ButtonLink>
        </p>
      )}
    </Card>
  );
}

const titleOf = ({ name, phone }: { name: string; phone: string | null }) =>
  name || readablePhone(phone ?? "") || m.insights_search_unnamed_text();

function Hit({
  to,
  title,
  sought,
  detail,
  badge,
}: {
  to: string;
  title: string;
  /** Marked in the title. */
  sought: string;
  detail?: ReactNode;
  badge?: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-3">
      <p className="min-w-0">
        <Link to={to} className="link">
          <Marked text={title} sought={sought} />
        </Link>
        {detail && <span className="hint block truncate">{detail}</span>}
      </p>
      {badge}
    </li>
  );
}
