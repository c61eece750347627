import { href } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { m } from "#messages";

/** The actions on a campaign in a state. */
export function CampaignActions({
  status,
  campaignId,
  formKey,
}: {
  status: string;
  campaignId: string;
  formKey: string;
}) {
  const ended = status === "completed" || status === "cancelled";
  return (
    <Form method="post" className="row-actions" preventScrollReset>
      <input type="hidden" name="key" value={formKey} />
      {(status === "sending" || status === "preparing" || status === "scheduled") && (
        <Button name="intent" value="pause" variant="secondary">
          <Icon name="pause" size={18} />
          {m.common_pause()}
        </Button>
      )}
      {status === "paused" && (
        <Button name="intent" value="resume">
          <Icon name="play" size={18} />
          {m.campaigns_actions_resume_button()}
        </Button>
      )}
      <Button name="intent" value="duplicate" variant="secondary">
        <Icon name="copy" size={18} />
        {m.campaigns_actions_duplicate_button()}
      </Button>
      {!ended && (
        <ButtonLink
          variant="danger-quiet"
          to={href("/messaging/campaigns/:campaignId/cancel", { campaignId })}
        >
          {m.campaigns_actions_cancel_campaign_link()}
        </ButtonLink>
      )}
    </Form>
  );
}
