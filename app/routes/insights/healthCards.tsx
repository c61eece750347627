import type { CallOutput } from "#app/api/client.server.ts";
import { limitWords, qualityWords } from "#app/domain/whatsapp/numbers/words.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, Stat, StatGrid } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";

type Health = CallOutput<"GET /health">;

const lanes = ["One-time codes", "Replies", "Utility", "Marketing"];
const seconds = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;

/** How an organisation fares: the same figures for its members and for staff. */
export function HealthCards({ health }: { health: Health }) {
  const { wallet, lastPayment, webhookLagSeconds, incidents } = health;
  return (
    <div className="grid gap-4">
      <StatGrid>
        <Stat
          label="Wallet"
          value={<Money cents={wallet.cents} />}
          hint={
            wallet.daysLeft === null
              ? "Nothing was spent in 7 days"
              : `For ${countOf(wallet.daysLeft, "day")} like the last 7`
          }
          meaning="The balance, divided by what a day of the last seven cost on average"
        />
        <Stat
          label="Last payment"
          value={lastPayment ? <Money cents={lastPayment.cents} /> : "None"}
          hint={lastPayment && <Time value={lastPayment.at} />}
        />
        <Stat
          label="Webhook lag"
          value={webhookLagSeconds === null ? "–" : seconds(webhookLagSeconds)}
          meaning="How long the oldest report of Meta waits to be applied, over the whole platform"
        />
        <Stat label="Open incidents" value={formatCount(incidents.length)} />
      </StatGrid>
      <Card title="Open incidents">
        <DataTable
          caption="Open incidents"
          rows={incidents}
          keyOf={(row) => row.id}
          empty="Nothing is wrong."
          columns={[
            { header: "What", cell: (row) => row.text },
            { header: "Since", cell: (row) => <Time value={row.since} /> },
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
    <Card title="Numbers">
      <DataTable
        caption="Quality, limits and webhooks"
        rows={rows}
        keyOf={(row) => row.phoneNumberId}
        empty="No number is connected."
        columns={[
          { header: "Number", cell: (row) => row.number, below: (row) => row.name },
          {
            header: "Quality",
            cell: (row) => {
              const { tone, word } = qualityWords(row.quality);
              return <Badge tone={tone}>{word}</Badge>;
            },
          },
          { header: "Messaging limit", cell: (row) => limitWords(row.messagingLimit) },
          {
            header: "Last webhook",
            cell: (row) => (row.lastWebhookAt ? <Time value={row.lastWebhookAt} /> : "None yet"),
          },
          {
            header: "Last that failed",
            cell: (row) => (row.lastWebhookErrorAt ? <Time value={row.lastWebhookErrorAt} /> : "None"),
          },
        ]}
      />
    </Card>
  );
}

function SendTimes({ rows }: { rows: Health["sendTimes"] }) {
  return (
    <Card title="Single messages, 24 hours">
      <DataTable
        caption="How long single messages took to Meta, by lane"
        rows={rows}
        keyOf={(row) => String(row.lane)}
        empty="No single message was sent in 24 hours."
        columns={[
          { header: "Lane", cell: (row) => lanes[row.lane] ?? String(row.lane) },
          { header: "Messages", number: true, cell: (row) => formatCount(row.messages) },
          { header: "99 of 100 within", number: true, cell: (row) => seconds(row.p99Ms / 1000) },
        ]}
      />
    </Card>
  );
}

function Failures({ rows }: { rows: Health["failures"] }) {
  return (
    <Card title="Failures, 7 days">
      <DataTable
        caption="Failures by code"
        rows={rows}
        keyOf={(row) => String(row.code)}
        empty="Nothing failed."
        columns={[
          { header: "Reason", cell: (row) => row.text },
          { header: "Code", number: true, cell: (row) => row.code ?? "–" },
          { header: "Messages", number: true, cell: (row) => formatCount(row.count) },
        ]}
      />
    </Card>
  );
}
