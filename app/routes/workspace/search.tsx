import type { ReactNode } from "react";
import { Link } from "react-router";
import { languageName } from "#app/domain/templates/words.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { formatCount } from "#app/shared/counts.ts";
import { readablePhone } from "#app/shared/readablePhone.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { CampaignStatusBadge } from "#app/ui/messaging/campaignStatus.tsx";
import { Card, EmptyState, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { WhatsappText } from "#app/ui/whatsappText.tsx";
import type { Route } from "./+types/search";

export const meta: Route.MetaFunction = () => [{ title: "Search" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  return context.get(apiContext)("GET /search", { q: new URL(request.url).searchParams.get("q") ?? "" });
}

export default function Search({ loaderData: found }: Route.ComponentProps) {
  const total =
    found.contacts.length + found.templates.length + found.campaigns.length + found.conversations.length;
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Search"
        description={
          found.text ? (
            <>
              {total === 0 ? "Nothing" : "What"} matches “<strong>{found.text}</strong>”
            </>
          ) : (
            "Type a name, a number, a tag or words of a chat in the box above."
          )
        }
      />
      {found.text !== "" && total === 0 && (
        <EmptyState
          title="Nothing found"
          action={
            <ButtonLink to="/contacts" variant="secondary">
              All contacts
            </ButtonLink>
          }
        >
          Try a part of the name, or the last digits of the number.
        </EmptyState>
      )}
      <div className="grid gap-6">
        <Found
          title="Contacts"
          total={found.totals.contacts}
          all={`/contacts?${new URLSearchParams({ q: found.text })}`}
        >
          {found.contacts.map((contact) => (
            <Hit
              key={contact.id}
              to={`/contacts?${new URLSearchParams({ q: contact.phone ?? contact.name })}`}
              title={contact.name || readablePhone(contact.phone ?? "") || "Without a name"}
              detail={[readablePhone(contact.phone ?? ""), ...contact.tags].filter(Boolean).join(", ")}
            />
          ))}
        </Found>
        <Found
          title="Conversations"
          total={found.totals.conversations}
          all={`/chat?${new URLSearchParams({ q: found.text })}`}
        >
          {found.conversations.map((conversation) => (
            <Hit
              key={conversation.id}
              to={`/chat/${conversation.id}`}
              title={conversation.name || readablePhone(conversation.phone ?? "") || "Without a name"}
              detail={<WhatsappText text={conversation.lastMessage} />}
            />
          ))}
        </Found>
        <Found
          title="Templates"
          total={found.totals.templates}
          all={`/templates?${new URLSearchParams({ search: found.text })}`}
        >
          {found.templates.map((template) => (
            <Hit
              key={template.id}
              to={`/templates/${template.id}`}
              title={template.name}
              detail={languageName(template.language)}
              badge={<Badge tone={template.statusWords.tone}>{template.statusWords.label}</Badge>}
            />
          ))}
        </Found>
        <Found title="Campaigns">
          {found.campaigns.map((campaign) => (
            <Hit
              key={campaign.id}
              to={`/messaging/campaigns/${campaign.id}`}
              title={campaign.name}
              detail=""
              badge={<CampaignStatusBadge status={campaign.status} />}
            />
          ))}
        </Found>
      </div>
    </div>
  );
}

/** The first hits of a kind, and the way to all of them where its list has a search. */
function Found({
  title,
  total = 0,
  all,
  children,
}: {
  title: string;
  total?: number;
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
            Show all {formatCount(total)}
            <span className="sr-only"> {title.toLowerCase()}</span>
          </ButtonLink>
        </p>
      )}
    </Card>
  );
}

function Hit({
  to,
  title,
  detail,
  badge,
}: {
  to: string;
  title: string;
  detail: ReactNode;
  badge?: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-3">
      <p className="min-w-0">
        <Link to={to} className="link">
          {title}
        </Link>
        {detail && <span className="hint block truncate">{detail}</span>}
      </p>
      {badge}
    </li>
  );
}

export { ScreenError as ErrorBoundary };
