import { Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { Phone } from "../phone.tsx";
import { Table } from "../table.tsx";
import { Time } from "../time.tsx";
import { MessageStateBadge } from "./campaignStatus.tsx";

const whoActs = {
  you: "You can act.",
  recipient: "It depends on the recipient.",
  meta: "It depends on WhatsApp.",
  support: "Our support can act.",
} as const;

/** Recipients of a campaign, each with its state and, where it failed, why and who can do something. */
export function RecipientTable({
  recipients,
}: {
  recipients: CallOutput<"GET /campaigns/:campaignId/recipients">["recipients"];
}) {
  return (
    <Table caption="Recipients" stacked>
      <thead>
        <tr>
          <th scope="col" className="number">
            No.
          </th>
          <th scope="col">Recipient</th>
          <th scope="col">State</th>
          <th scope="col">Last change</th>
        </tr>
      </thead>
      <tbody>
        {recipients.map((recipient) => {
          const changedAt =
            recipient.failedAt ?? recipient.readAt ?? recipient.deliveredAt ?? recipient.acceptedAt;
          return (
            <tr key={recipient.messageId}>
              <td className="number" data-label="No.">
                {recipient.sequence}
              </td>
              <th scope="row">
                <Link className="link" to={`/contacts/${recipient.contactId}`}>
                  {recipient.name || <Phone value={recipient.phone} />}
                </Link>
                {recipient.name && (
                  <span className="hint block font-normal">
                    <Phone value={recipient.phone} />
                  </span>
                )}
              </th>
              <td>
                <MessageStateBadge state={recipient.state} />
                {recipient.reason && (
                  <span className="mt-1 block max-w-prose text-sm">
                    {recipient.reason.text}{" "}
                    <span className="text-muted">
                      {whoActs[recipient.reason.who]} {recipient.reason.advice}
                      {recipient.errorCode !== null && ` (code ${recipient.errorCode})`}
                    </span>
                  </span>
                )}
              </td>
              <td data-label="Last change">{changedAt ? <Time value={changedAt} /> : "–"}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
