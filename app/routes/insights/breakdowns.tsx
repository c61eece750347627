import { href } from "react-router";
import { formatCount, formatDecimal } from "#app/platform/numbers/counts.ts";
import { deliveredRate } from "#app/platform/numbers/deliveredRate.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card } from "#app/ui/page.tsx";
import { m } from "#messages";
import type { Figures } from "./analytics.tsx";
import { FileLink, minutesOf, perMessage } from "./figures.tsx";

const acts = lazy({
  you: m.common_you,
  recipient: m.insights_breakdowns_acts_recipient,
  meta: "Meta",
  support: m.insights_breakdowns_acts_support,
});

type Outcome = Figures["begun"];

const outcomeColumns: Column<Outcome>[] = [
  {
    header: m.common_sent,
    number: true,
    cell: ({ sent }) => formatCount(sent),
  },
  {
    header: m.common_delivered,
    number: true,
    cell: (row) => `${formatCount(row.delivered)} (${deliveredRate(row) ?? "–"})`,
  },
  {
    header: m.common_read,
    number: true,
    cell: ({ read }) => formatCount(read),
  },
  {
    header: m.insights_replied,
    number: true,
    cell: ({ replied }) => formatCount(replied),
  },
  {
    header: m.common_cost,
    number: true,
    cell: ({ costCents }) => <Money cents={costCents} />,
  },
];

/** The figures by source: campaigns, failure reasons, numbers and members. */
export function Breakdowns({ figures }: { figures: Figures }) {
  const { topCampaigns, failures, byNumber, byMember } = figures;
  return (
    <>
      <Card
        title={m.insights_breakdowns_top_campaigns_title()}
        actions={<FileLink shown={figures} table="campaigns" />}
      >
        <DataTable
          caption={m.insights_top_campaigns_by_reach()}
          rows={topCampaigns}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => href("/messaging/campaigns/:campaignId", { campaignId: id })}
          empty={m.insights_breakdowns_campaigns_empty()}
          columns={[
            { header: m.common_campaign(), className: "wrap-anywhere", cell: ({ name }) => name },
            ...outcomeColumns,
            {
              header: m.insights_breakdowns_per_read(),
              number: true,
              cell: ({ costCents, read }) => perMessage(costCents, read),
            },
            {
              header: m.insights_breakdowns_per_reply(),
              number: true,
              cell: ({ costCents, replied }) => perMessage(costCents, replied),
            },
          ]}
        />
      </Card>
      <Card
        title={m.insights_breakdowns_why_messages_failed()}
        actions={<FileLink shown={figures} table="failures" />}
      >
        <DataTable
          caption={m.insights_breakdowns_failure_reasons()}
          rows={failures}
          keyOf={({ code }) => String(code)}
          empty={m.insights_breakdowns_failures_empty()}
          columns={[
            { header: m.common_reason(), cell: ({ text }) => text, below: ({ advice }) => advice },
            { header: m.insights_breakdowns_can_be_fixed_by(), cell: ({ who }) => acts[who] },
            {
              header: m.insights_code_column(),
              number: true,
              cell: ({ code }) => (code === null || code < 0 ? "–" : code),
            },
            { header: m.common_messages(), number: true, cell: ({ count }) => formatCount(count) },
          ]}
        />
      </Card>
      <Card title={m.insights_breakdowns_by_number()} actions={<FileLink shown={figures} table="numbers" />}>
        <DataTable
          caption={m.insights_breakdowns_by_number()}
          rows={byNumber}
          keyOf={({ phoneNumberId }) => phoneNumberId}
          empty={m.insights_breakdowns_sent_empty()}
          columns={[
            {
              header: m.common_number(),
              cell: ({ number }) => number || m.insights_breakdowns_removed_number(),
            },
            ...outcomeColumns,
          ]}
        />
      </Card>
      <Card title={m.insights_breakdowns_by_member()} actions={<FileLink shown={figures} table="members" />}>
        <DataTable
          caption={m.insights_breakdowns_by_member()}
          rows={byMember}
          keyOf={({ id }) => id}
          empty={m.insights_breakdowns_members_empty()}
          columns={[
            {
              header: m.common_member(),
              className: "wrap-anywhere",
              cell: ({ name }) => name || m.common_former_member(),
            },
            ...outcomeColumns,
            { header: m.common_answers(), number: true, cell: ({ answers }) => formatCount(answers) },
            {
              header: m.insights_breakdowns_average(),
              number: true,
              cell: ({ averageSeconds }) => minutesOf(averageSeconds),
            },
            {
              header: m.insights_breakdowns_median(),
              number: true,
              cell: ({ medianSeconds }) => minutesOf(medianSeconds),
            },
          ]}
        />
      </Card>
    </>
  );
}

export const ByTeam = ({ byTeam }: Pick<Figures, "byTeam">) => (
  <Card title={m.insights_teams_title()}>
    <DataTable
      caption={m.insights_teams_title()}
      rows={byTeam}
      keyOf={({ id }) => id}
      columns={[
        {
          header: m.common_team(),
          className: "wrap-anywhere",
          cell: ({ name }) => name ?? m.common_organisation_queue(),
        },
        {
          header: m.insights_teams_first_replies(),
          number: true,
          cell: ({ answers }) => formatCount(answers),
        },
        {
          header: m.insights_analytics_average_response(),
          number: true,
          cell: ({ averageSeconds }) => minutesOf(averageSeconds),
        },
        {
          header: m.insights_analytics_median_response(),
          number: true,
          cell: ({ medianSeconds }) => minutesOf(medianSeconds),
        },
        {
          header: m.common_satisfaction(),
          number: true,
          cell: ({ satisfaction: { average, answers } }) =>
            average === null ? "–" : `${formatDecimal(average)} (${formatCount(answers)})`,
        },
      ]}
    />
  </Card>
);
