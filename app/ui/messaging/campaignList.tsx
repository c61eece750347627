import { Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { formatCount } from "#app/shared/counts.ts";
import { Table } from "../table.tsx";
import { Time } from "../time.tsx";
import { CampaignStatusBadge } from "./campaignStatus.tsx";

/** Campaigns or broadcasts with what became of them. */
export function CampaignList({
  caption,
  campaigns,
}: {
  caption: string;
  campaigns: CallOutput<"GET /campaigns">["campaigns"];
}) {
  return (
    <Table caption={caption} stacked paged>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Status</th>
          <th scope="col">Audience</th>
          <th scope="col" className="number">
            Sent
          </th>
          <th scope="col" className="number">
            Delivered
          </th>
          <th scope="col" className="number">
            Read
          </th>
          <th scope="col" className="number">
            Replied
          </th>
          <th scope="col">Created</th>
        </tr>
      </thead>
      <tbody>
        {campaigns.map((campaign) => (
          <tr key={campaign.id}>
            <th scope="row">
              <Link className="link" to={`/messaging/campaigns/${campaign.id}`}>
                {campaign.name}
              </Link>
              <span className="hint block font-normal">{campaign.template}</span>
            </th>
            <td>
              <CampaignStatusBadge status={campaign.status} />
              {campaign.status === "scheduled" && campaign.scheduledFor && (
                <span className="hint block">
                  <Time value={campaign.scheduledFor} />
                </span>
              )}
            </td>
            <td data-label="Audience" className="wrap-anywhere sm:min-w-32">
              {campaign.audience}
            </td>
            <td className="number" data-label="Sent">
              {formatCount(campaign.sent)}
            </td>
            <td className="number" data-label="Delivered">
              {formatCount(campaign.delivered)}
            </td>
            <td className="number" data-label="Read">
              {formatCount(campaign.read)}
            </td>
            <td className="number" data-label="Replied">
              {formatCount(campaign.replied)}
            </td>
            <td data-label="Created">
              <Time value={campaign.createdAt} to="day" />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
