import { href, Link } from "react-router";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { MessageStateBadge } from "#app/routes/campaigns/campaignStatus.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Time } from "#app/ui/time.tsx";
import { WhatsappText } from "#app/ui/whatsappText.tsx";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/timeline";

export const meta: Route.MetaFunction = () => [{ title: m.common_history() }];

export async function loader({ request, context, params: { contactId } }: Route.LoaderArgs) {
  const cursor = (new URL(request.url).searchParams.get("cursor") ?? "").slice(0, 100);
  const found = await pageApi(context)("GET /contacts/:contactId/timeline", { contactId, before: cursor });
  return { ...found, cursor };
}

export default function Timeline({ loaderData }: Route.ComponentProps) {
  const { contact, entries, next, cursor } = loaderData;
  const back = href("/contacts/:contactId", { contactId: contact.id });
  return (
    <>
      <PageHeader
        title={m.common_history()}
        description={
          <span className="wrap-anywhere">
            {contact.name || readablePhone(contact.phone ?? "") || m.contacts_unnamed_contact()}
          </span>
        }
        actions={
          <ButtonLink to={back} variant="secondary">
            {m.contacts_back_to_contact_link()}
          </ButtonLink>
        }
      />
      {entries.length === 0 ? (
        <EmptyState title={m.contacts_timeline_no_more_entries_title()} level={2}>
          {m.contacts_timeline_empty()}
        </EmptyState>
      ) : (
        <Card>
          <ol id="list" className="divide-y divide-line">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </Card>
      )}
      <Pagination cursor={cursor || undefined} nextCursor={next} />
    </>
  );
}

type Entry = Route.ComponentProps["loaderData"]["entries"][number];

const badges = () => ({
  from_them: <Badge tone="info">{m.insights_timeline_from_them()}</Badge>,
  to_them: <Badge>{m.contacts_timeline_to_them()}</Badge>,
  campaign: <Badge>{m.common_campaign()}</Badge>,
  note: <Badge tone="warn">{m.common_note()}</Badge>,
  event: <Badge>{m.common_activity()}</Badge>,
});

function Entry({ entry }: { entry: Entry }) {
  const isMessage = entry.kind === "from_them" || entry.kind === "to_them";
  return (
    <li className="grid gap-1 py-3 first:pt-0 last:pb-0">
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="hint">
          <Time value={entry.at} />
        </span>
        <span className="inline-flex flex-wrap gap-1">
          {badges()[entry.kind]}
          {entry.state && <MessageStateBadge state={entry.state} />}
        </span>
      </span>
      {!isMessage && (
        <strong className="wrap-anywhere">
          {entry.campaignId ? (
            <Link
              className="link"
              to={href("/messaging/campaigns/:campaignId", { campaignId: entry.campaignId })}
            >
              {entry.title}
            </Link>
          ) : (
            entry.title
          )}
        </strong>
      )}
      {entry.text && (
        <span className="wrap-anywhere">
          {entry.kind === "event" || entry.kind === "note" ? entry.text : <WhatsappText text={entry.text} />}
        </span>
      )}
    </li>
  );
}
