import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { type AttentionCode, attentionWords } from "#app/domain/insights/dashboard/words.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Card } from "#app/ui/page.tsx";
import { m } from "#messages";

type Attention = CallOutput<"GET /dashboard/day">["attention"][number];

/** The page that shows it. */
function placeOf({ code, subject = "" }: Attention): string {
  const places: Record<AttentionCode, string> = {
    "account.suspended": href("/whatsapp"),
    "number.stopped": href("/whatsapp"),
    "webhooks.failing": href("/whatsapp"),
    "wallet.empty": href("/billing/top-up"),
    "wallet.low": href("/billing/top-up"),
    "invoice.overdue": href("/billing/invoices"),
    "quality.low": href("/whatsapp/numbers/:phoneNumberId", { phoneNumberId: subject || "-" }),
    "quality.medium": href("/whatsapp/numbers/:phoneNumberId", { phoneNumberId: subject || "-" }),
    "check.failed": href("/whatsapp/:whatsappAccountId/check", { whatsappAccountId: subject || "-" }),
    "campaign.paused": href("/messaging"),
    "template.rejected": href("/templates"),
    "template.paused": href("/templates"),
    "conversation.waiting": href("/chat"),
  };
  return places[code];
}

/** What needs attention now, each with a link; nothing when all is well. */
export function AttentionCard({ attention }: { attention: Attention[] }) {
  if (attention.length === 0) return null;
  return (
    <Card title={m.insights_attention_needs_attention_title()}>
      <ul className="grid gap-x-8 gap-y-1 md:grid-cols-2">
        {attention.map((one) => (
          <li key={one.code} className="flex min-h-control items-center gap-3">
            <Icon name="triangle-exclamation-point" className="flex-none text-warn" size={18} />
            <Link to={placeOf(one)} className="link min-w-0">
              {attentionWords[one.code](one.count)}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
