import { ParaglideMessage } from "@inlang/paraglide-js-react";
import type { ReactNode } from "react";
import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { DescriptionList } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";

type Campaign = CallOutput<"GET /campaigns/:campaignId">;
type Fallbacks = CallOutput<"POST /campaigns/:campaignId/quote">["fallbacks"];

/** What was chosen, each with a link to its part of the form. */
export function ReviewSummary({ campaign, fallbacks }: { campaign: Campaign; fallbacks: Fallbacks }) {
  const { id, template, number, audience, audienceText, scheduledFor } = campaign;
  const isOpen = audience.kind === "none";
  const items = [
    {
      term: m.common_template(),
      value: (
        <Chosen campaignId={id} part="message" label={m.common_edit_template()}>
          {template?.name ?? m.campaigns_review_deleted_pair()}
        </Chosen>
      ),
    },
    {
      term: m.campaigns_review_sent_from(),
      value: (
        <Chosen campaignId={id} part="message" label={m.campaigns_review_edit_number()}>
          {number.displayPhoneNumber || m.common_disconnected()}
        </Chosen>
      ),
    },
    {
      term: m.campaigns_audience(),
      value: (
        <Chosen
          campaignId={id}
          part="audience"
          label={isOpen ? m.campaigns_review_choose_audience() : m.campaigns_review_edit_audience()}
          verb={isOpen ? m.common_choose() : m.common_edit()}
        >
          {audienceText}
        </Chosen>
      ),
    },
    ...variablesItem(campaign, fallbacks),
    {
      term: m.requests_campaign_title(),
      value: (
        <Link className="link" to={href("/messaging/campaigns/:campaignId/payment", { campaignId: id })}>
          {campaign.payment
            ? m.requests_campaign_summary({ field: campaign.payment.field, reason: campaign.payment.reason })
            : m.requests_campaign_no_payment()}
        </Link>
      ),
    },
    {
      term: m.common_time(),
      value: (
        <Chosen campaignId={id} part="time" label={m.campaigns_review_edit_time()}>
          {scheduledFor ? <Time value={scheduledFor} /> : m.campaigns_review_when_you_confirm_pair()}
        </Chosen>
      ),
    },
  ];
  return <DescriptionList items={items} />;
}

function variablesItem({ id, template, variables }: Campaign, fallbacks: Fallbacks) {
  if (!template || template.variables.length === 0) return [];
  const value = (
    <>
      <Chosen campaignId={id} part="message" label={m.campaigns_review_edit_variables()}>
        <ParaglideMessage
          message={m.campaigns_review_variables_filled}
          inputs={{ count: Object.keys(variables).length }}
          markup={{ count2: () => <>{template.variables.length}</> }}
        />
      </Chosen>
      <FallbackList fallbacks={fallbacks} variables={template.variables} />
    </>
  );
  return [{ term: m.common_variables(), value }];
}

function Chosen({
  campaignId,
  part,
  label,
  verb = m.common_edit(),
  children,
}: {
  campaignId: string;
  part: "message" | "audience" | "time";
  label: string;
  verb?: string;
  children: ReactNode;
}) {
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-4">
      {children}{" "}
      <Link
        className="link text-sm"
        aria-label={label}
        to={`${href("/messaging/campaigns/:campaignId/edit", { campaignId })}#${part}`}
      >
        {verb}
      </Link>
    </span>
  );
}

/** The number of recipients who get the fallback of a variable. */
function FallbackList({
  fallbacks,
  variables,
}: {
  fallbacks: Fallbacks;
  variables: { key: string; label: string }[];
}) {
  if (fallbacks.length === 0) return null;
  return (
    <ul className="mt-1 grid gap-1 font-normal text-muted text-sm">
      {fallbacks.map(({ key, fallback, people }) => (
        <li key={key}>
          {labelled(
            variables.find((variable) => variable.key === key)?.label ?? key,
            people === 0
              ? m.campaigns_review_no_fallback_needed()
              : m.campaigns_review_people_get_fallback({
                  count: people,
                  shown: formatCount(people),
                  fallback,
                }),
          )}
        </li>
      ))}
    </ul>
  );
}
