import type { CallOutput } from "#app/api/client.server.ts";
import { limitWords, qualityWords } from "#app/domain/whatsapp/numbers/words.ts";
import { counted, formatCount, formatDecimal } from "#app/platform/numbers/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, Stat, StatGrid } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";

type Health = CallOutput<"GET /health">;

const lanes = () => [
  m.common_one_time_codes(),
  m.common_replies(),
  m.insights_health_utility(),
  m.common_marketing(),
];
const seconds = (value: number) =>
  m.common_seconds({ n: value < 10 ? formatDecimal(value) : Math.round(value) });

/** An organisation's health: the same figures for its members and for staff. */
export function HealthCards({ health }: { health: Health }) {
  const { wallet, lastPayment, webhookLagSeconds, incidents } = health;
  return (
    <div className="grid gap-4">
      <StatGrid>
        <Stat
          label={m.common_wallet()}
          value={<Money cents={wallet.cents} />}
          hint={
            wallet.daysLeft === null
              ? m.insights_health_no_spending_hint()
              : m.insights_health_days_left_hint({
                  days: counted(m.counts_days, wallet.daysLeft),
                })
          }
          meaning={m.insights_health_days_left_meaning()}
        />
        <Stat
          label={m.insights_health_last_payment()}
          value={lastPayment ? <Money cents={lastPayment.cents} /> : m.common_none()}
          hint={lastPayment && <Time value={lastPayment.at} />}
        />
        <Stat
          label={m.common_webhook_lag()}
          value={webhookLagSeconds === null ? "–" : seconds(webhookLagSeconds)}
          meaning={m.insights_health_webhook_lag_meaning()}
        />
        <Stat label={m.insights_health_open_incidents()} value={formatCount(incidents.length)} />
      </StatGrid>
      <Card title={m.insights_health_open_incidents()}>
        <DataTable
          caption={m.insights_health_open_incidents()}
          rows={incidents}
          keyOf={(row) => row.id}
          empty={m.insights_health_no_open_incidents_empty()}
          columns={[
            { header: m.insights_health_incident(), cell: (row) => row.text },
            { header: m.common_since(), cell: (row) => <Time value={row.since} /> },
          ]}
        />
      </Card>
      <Numbers rows={health.numbers} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <SendTimes rows={health.sendTimes} />
        <Failures rows={health.failures} />
      </div>
    </div>
  );
}

function Numbers({ rows }: { rows: Health["numbers"] }) {
  return (
    <Card title={m.common_numbers()}>
      <DataTable
        caption={m.insights_quality_limits_and_webhooks()}
        rows={rows}
        keyOf={(row) => row.phoneNumberId}
        empty={m.insights_health_no_numbers_connected()}
        columns={[
          { header: m.common_number(), cell: (row) => row.number, below: (row) => row.name },
          {
            header: m.common_quality(),
            cell: (row) => {
              const { tone, word } = qualityWords(row.quality);
              return <Badge tone={tone}>{word}</Badge>;
            },
          },
          { header: m.insights_health_messaging_limit(), cell: (row) => limitWords(row.messagingLimit) },
          {
            header: m.insights_health_last_webhook(),
            cell: (row) => (row.lastWebhookAt ? <Time value={row.lastWebhookAt} /> : m.common_none_yet()),
          },
          {
            header: m.common_last_failed(),
            cell: (row) =>
              row.lastWebhookErrorAt ? <Time value={row.lastWebhookErrorAt} /> : m.common_none(),
          },
        ]}
      />
    </Card>
  );
}

function SendTimes({ rows }: { rows: Health["sendTimes"] }) {
  return (
    <Card title={m.insights_health_single_messages_24_hours()}>
      <DataTable
        caption={m.insights_health_send_times_caption()}
        rows={rows}
        keyOf={(row) => String(row.lane)}
        empty={m.insights_health_send_times_empty()}
        columns={[
          { header: m.common_lane(), cell: (row) => lanes()[row.lane] ?? String(row.lane) },
          { header: m.common_messages(), number: true, cell: (row) => formatCount(row.messages) },
          {
            header: m.insights_health_99th_percentile(),
            number: true,
            cell: (row) => seconds(row.p99Ms / 1000),
          },
        ]}
      />
    </Card>
  );
}

function Failures({ rows }: { rows: Health["failures"] }) {
  return (
    <Card title={m.insights_health_failures_7_days_title()}>
      <DataTable
        caption={m.insights_health_failures_by_code_caption()}
        rows={rows}
        keyOf={(row) => String(row.code)}
        empty={m.insights_health_no_failures_empty()}
        columns={[
          { header: m.common_reason(), cell: (row) => row.text },
          { header: m.insights_code_column(), number: true, cell: (row) => row.code ?? "–" },
          { header: m.common_messages(), number: true, cell: (row) => formatCount(row.count) },
        ]}
      />
    </Card>
  );
}
