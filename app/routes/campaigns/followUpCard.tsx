import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { Button } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card } from "#app/ui/page.tsx";
import { m } from "#messages";
import { CampaignStatusBadge } from "./campaignStatus.tsx";
import { failuresIn } from "./failureCard.tsx";
import type { Progress } from "./liveProgress.ts";

/**
 * A new campaign to those whom this one did not reach or persuade; its audience is counted again when it is
 * sent.
 */
export function FollowUpCard({
  campaign,
  progress,
  mayAct,
  formKey,
}: {
  campaign: CallOutput<"GET /campaigns/:campaignId">;
  progress: Progress;
  mayAct: boolean;
  formKey: string;
}) {
  const failed = campaign.failures ? failuresIn(campaign.failures) : progress.failed;
  const groups = [
    { to: "not_read", label: m.campaigns_follow_up_did_not_read(), count: progress.sent - progress.read },
    {
      to: "not_replied",
      label: m.campaigns_follow_up_did_not_reply(),
      count: Math.max(0, progress.sent - progress.replied),
    },
    { to: "failed", label: m.campaigns_follow_up_was_not_delivered(), count: failed },
  ].filter(({ count }) => count > 0);
  const { followUps } = campaign;
  if ((groups.length === 0 || !mayAct) && followUps.length === 0) return null;
  return (
    <Card title={m.campaigns_follow_up_title()}>
      {mayAct && groups.length > 0 && (
        <>
          <p className="mb-4 text-muted">{m.campaigns_follow_up_card_text()}</p>
          <div className="row-actions">
            {groups.map(({ to, label, count }) => (
              <Form method="post" key={to}>
                <input type="hidden" name="key" value={`${formKey}-${to}`} />
                <input type="hidden" name="to" value={to} />
                <Button name="intent" value="follow-up" variant="secondary">
                  {label} ({formatCount(count)})
                </Button>
              </Form>
            ))}
          </div>
        </>
      )}
      {followUps.length > 0 && (
        <ul className="mt-4 grid gap-2">
          {followUps.map(({ id, name, status }) => (
            <li key={id}>
              <Link
                className="link wrap-anywhere"
                to={href("/messaging/campaigns/:campaignId", { campaignId: id })}
              >
                {name}
              </Link>{" "}
              <CampaignStatusBadge status={status} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
