import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
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

type Recipients = CallOutput<"GET /campaigns/:campaignId/recipients">["recipients"];

const columns: Column<Recipients[number]>[] = [
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

function State({ state, reason, errorCode }: Recipients[number]) {
  return (
    <>
      <MessageStateBadge state={state} />
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
export function RecipientTable({ recipients }: { recipients: Recipients }) {
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
