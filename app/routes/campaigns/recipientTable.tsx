import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { Phone } from "#app/ui/phone.tsx";
import { Time } from "#app/ui/time.tsx";
import { MessageStateBadge } from "./campaignStatus.tsx";

const whoActs = {
  you: "You can act.",
  recipient: "It depends on the recipient.",
  meta: "It depends on WhatsApp.",
  support: "Our support can act.",
} as const;

type Recipients = CallOutput<"GET /campaigns/:campaignId/recipients">["recipients"];

const columns: Column<Recipients[number]>[] = [
  { header: "No.", number: true, cell: ({ sequence }) => sequence },
  {
    header: "Recipient",
    names: true,
    cell: ({ name, phone }) => name || <Phone value={phone} />,
    below: ({ name, phone }) => name && <Phone value={phone} />,
  },
  { header: "State", plain: true, cell: (recipient) => <State {...recipient} /> },
  {
    header: "Last change",
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
            {whoActs[reason.who]} {reason.advice}
            {errorCode !== null && ` (code ${errorCode})`}
          </span>
        </span>
      )}
    </>
  );
}

/** Recipients of a campaign, each with its state and, where it failed, why and who can do something. */
export function RecipientTable({ recipients }: { recipients: Recipients }) {
  return (
    <DataTable
      caption="Recipients"
      columns={columns}
      rows={recipients}
      keyOf={({ messageId }) => messageId}
      hrefOf={({ contactId }) => (contactId ? href("/contacts/:contactId", { contactId }) : undefined)}
    />
  );
}
