import { href } from "react-router";
import { formatCount } from "#app/platform/counts.ts";
import { deliveredRate } from "#app/platform/deliveredRate.ts";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card } from "#app/ui/page.tsx";
import type { Figures } from "./analytics.tsx";
import { FileLink, minutesOf, perMessage } from "./figures.tsx";

const acts = {
  you: "You can act",
  recipient: "The recipient",
  meta: "Meta",
  support: "Our support",
};

type Outcome = Figures["begun"];

const outcomeColumns: Column<Outcome>[] = [
  { header: "Sent", number: true, cell: ({ sent }) => formatCount(sent) },
  {
    header: "Delivered",
    number: true,
    cell: (row) => `${formatCount(row.delivered)} (${deliveredRate(row) ?? "–"})`,
  },
  { header: "Read", number: true, cell: ({ read }) => formatCount(read) },
  { header: "Replied", number: true, cell: ({ replied }) => formatCount(replied) },
  { header: "Cost", number: true, cell: ({ costCents }) => <Money cents={costCents} /> },
];

/** Where the figures come from: campaigns, reasons of failures, numbers and members. */
export function Breakdowns({ figures }: { figures: Figures }) {
  const { period, topCampaigns, failures, byNumber, byMember } = figures;
  return (
    <>
      <Card title="Top campaigns" actions={<FileLink period={period} table="campaigns" />}>
        <DataTable
          caption="Campaigns that reached most people"
          rows={topCampaigns}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => href("/messaging/campaigns/:campaignId", { campaignId: id })}
          empty="No campaign was started in this period."
          columns={[
            { header: "Campaign", className: "wrap-anywhere", cell: ({ name }) => name },
            ...outcomeColumns,
            {
              header: "Per read",
              number: true,
              cell: ({ costCents, read }) => perMessage(costCents, read),
            },
            {
              header: "Per reply",
              number: true,
              cell: ({ costCents, replied }) => perMessage(costCents, replied),
            },
          ]}
        />
      </Card>
      <Card title="Why messages failed" actions={<FileLink period={period} table="failures" />}>
        <DataTable
          caption="Reasons of failures"
          rows={failures}
          keyOf={({ code }) => String(code)}
          empty="No message failed in this period."
          columns={[
            { header: "Reason", cell: ({ text }) => text, below: ({ advice }) => advice },
            { header: "Who can act", cell: ({ who }) => acts[who] },
            { header: "Code", number: true, cell: ({ code }) => (code === null || code < 0 ? "–" : code) },
            { header: "Messages", number: true, cell: ({ count }) => formatCount(count) },
          ]}
        />
      </Card>
      <Card title="By number" actions={<FileLink period={period} table="numbers" />}>
        <DataTable
          caption="By number"
          rows={byNumber}
          keyOf={({ phoneNumberId }) => phoneNumberId}
          empty="Nothing was sent in this period."
          columns={[
            { header: "Number", cell: ({ number }) => number || "A number that is gone" },
            ...outcomeColumns,
          ]}
        />
      </Card>
      <Card title="By member" actions={<FileLink period={period} table="members" />}>
        <DataTable
          caption="By member"
          rows={byMember}
          keyOf={({ id }) => id}
          empty="No member sent or answered anything in this period."
          columns={[
            { header: "Member", className: "wrap-anywhere", cell: ({ name }) => name || "Somebody who left" },
            ...outcomeColumns,
            { header: "Answers", number: true, cell: ({ answers }) => formatCount(answers) },
            { header: "Average", number: true, cell: ({ averageSeconds }) => minutesOf(averageSeconds) },
            { header: "Median", number: true, cell: ({ medianSeconds }) => minutesOf(medianSeconds) },
          ]}
        />
      </Card>
    </>
  );
}
