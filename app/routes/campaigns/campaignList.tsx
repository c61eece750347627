import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";
import { CampaignStatusBadge } from "./campaignStatus.tsx";

type Campaigns = CallOutput<"GET /campaigns">["campaigns"];
type Campaign = Campaigns[number];

const figure = (header: () => string, of: (campaign: Campaign) => number): Column<Campaign> => ({
  header,
  number: true,
  cell: (campaign) => formatCount(of(campaign)),
});

const columns: Column<Campaign>[] = [
  {
    header: m.common_name,
    cell: ({ name }) => name,
    below: ({ template }) => template,
  },
  {
    header: m.common_status,
    plain: true,
    cell: ({ status, scheduledFor }) => (
      <>
        <CampaignStatusBadge status={status} />
        {status === "scheduled" && scheduledFor && (
          <span className="hint block">
            <Time value={scheduledFor} />
          </span>
        )}
      </>
    ),
  },
  {
    header: m.campaigns_audience,
    className: "wrap-anywhere sm:min-w-32",
    cell: ({ audience }) => audience,
  },
  figure(m.common_sent, ({ sent }) => sent),
  figure(m.common_delivered, ({ delivered }) => delivered),
  figure(m.common_read, ({ read }) => read),
  figure(m.campaigns_replied, ({ replied }) => replied),
  {
    header: m.common_created,
    className: "whitespace-nowrap",
    cell: ({ createdAt }) => <Time value={createdAt} to="day" />,
  },
];

/** Campaigns or broadcasts with their results. */
export function CampaignList({ caption, campaigns }: { caption: string; campaigns: Campaigns }) {
  return (
    <DataTable
      caption={caption}
      paged
      columns={columns}
      rows={campaigns}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => href("/messaging/campaigns/:campaignId", { campaignId: id })}
    />
  );
}
