import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { messageStateWords } from "#app/domain/messaging/messages/words.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { Phone } from "#app/ui/phone.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";
import { MessageStateBadge } from "./campaignStatus.tsx";

const whoActs = lazy({
  you: m.campaigns_who_acts_you,
  recipient: m.campaigns_who_acts_recipient,
  meta: m.campaigns_who_acts_meta,
  support: m.campaigns_who_acts_support,
});

type Recipient = CallOutput<"GET /campaigns/:campaignId/recipients">["recipients"][number];

const columns: Column<Recipient>[] = [
  {
    header: m.campaigns_recipient_no,
    number: true,
    cell: ({ sequence }) => sequence,
  },
  {
    header: m.campaigns_recipient,
    names: true,
    cell: ({ name, phone }) => name || <Phone value={phone} />,
    below: ({ name, phone }) => name && <Phone value={phone} />,
  },
  {
    header: m.common_status,
    plain: true,
    cell: (recipient) => <State {...recipient} />,
  },
  {
    header: m.campaigns_recipient_last_change,
    cell: ({ failedAt, readAt, deliveredAt, acceptedAt }) => {
      const changedAt = failedAt ?? readAt ?? deliveredAt ?? acceptedAt;
      return changedAt ? <Time value={changedAt} /> : "–";
    },
  },
];

function State({ state, reason, errorCode, sms }: Recipient) {
  return (
    <>
      <MessageStateBadge state={state} />
      {sms && <span className="mt-1 block text-sm">{sms}</span>}
      {reason && (
        <span className="mt-1 block max-w-prose text-sm">
          {reason.text}{" "}
          <span className="text-muted">
            {whoActs[reason.who]}{" "}
            {errorCode === null
              ? reason.advice
              : m.campaigns_recipient_advice_with_code({ advice: reason.advice, errorCode })}
          </span>
        </span>
      )}
    </>
  );
}

/** Recipients of a campaign, each with its status and, when failed, the reason and who can fix it. */
function RecipientTable({ recipients }: { recipients: Recipient[] }) {
  return (
    <DataTable
      caption={m.common_recipients()}
      columns={columns}
      rows={recipients}
      keyOf={({ messageId }) => messageId}
      hrefOf={({ contactId }) => (contactId ? href("/contacts/:contactId", { contactId }) : undefined)}
    />
  );
}

/** A campaign's recipients by state, page by page. */
export function Recipients({
  campaignId,
  list,
  state,
  isUnsent,
  mayExport,
}: {
  campaignId: string;
  list: CallOutput<"GET /campaigns/:campaignId/recipients">;
  state: keyof typeof messageStateWords | undefined;
  /** It ended before the first message. */
  isUnsent: boolean;
  mayExport: boolean;
}) {
  const pageLink = (place: Record<string, string>, rel: "prev" | "next", label: string) => (
    <ButtonLink
      variant="secondary"
      preventScrollReset
      to={`?${new URLSearchParams({ ...(state ? { state } : {}), ...place })}#recipients`}
      rel={rel}
    >
      {label}
    </ButtonLink>
  );
  return (
    <section id="recipients">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <h2>{m.common_recipients()}</h2>
        {mayExport && (
          <a
            className="button button-quiet"
            href={`${href("/messaging/campaigns/:campaignId/recipients.csv", { campaignId })}${state ? `?state=${state}` : ""}`}
            download
          >
            <Icon name="download" size={18} />
            {m.common_export_csv()}
          </a>
        )}
      </div>
      <FilterBar
        choices={[
          {
            name: "state",
            label: m.common_status(),
            value: state ?? "",
            options: [
              { value: "", label: m.common_all() },
              ...Object.entries(messageStateWords).map(([value, label]) => ({ value, label })),
            ],
          },
        ]}
      />
      {list.recipients.length === 0 ? (
        <EmptyState
          title={
            state
              ? m.campaigns_show_state_empty()
              : isUnsent
                ? m.campaigns_show_nothing_was_sent_title()
                : m.campaigns_show_no_recipients_yet_title()
          }
        >
          {isUnsent || state ? "" : m.campaigns_show_empty()}
        </EmptyState>
      ) : (
        <RecipientTable recipients={list.recipients} />
      )}
      <nav className="pages" aria-label={m.campaigns_show_pages_of_recipients()}>
        {list.previousBefore !== null ? (
          pageLink({ before: String(list.previousBefore) }, "prev", m.common_previous())
        ) : (
          <span />
        )}
        {list.nextAfter !== null && pageLink({ after: String(list.nextAfter) }, "next", m.common_next())}
      </nav>
    </section>
  );
}
