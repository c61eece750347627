import { ParaglideMessage } from "@inlang/paraglide-js-react";
import type { CallOutput } from "#app/api/client.server.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { Button } from "#app/ui/button.tsx";
import { RadioGroupField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";
import { quietWords } from "./paceFields.tsx";

type Delivery = NonNullable<CallOutput<"POST /campaigns/:campaignId/quote">["delivery"]>;

/** When a campaign will end, and what delays it: send rate, quiet hours, the messaging limit. */
export function DeliveryCard({
  delivery: { finishesAt, quiet, perMinute, limit },
  beyondLimit,
}: {
  delivery: Delivery;
  beyondLimit: "send" | "wait";
}) {
  const items = [
    { term: m.campaigns_delivery_speed(), value: speedOf(perMinute) },
    ...(quiet
      ? [
          {
            term: m.common_quiet_hours(),
            value: m.campaigns_delivery_quiet_hours_value({ quiet: quietWords(quiet) }),
          },
        ]
      : []),
    {
      term: m.campaigns_delivery_finished(),
      value: finishesAt ? (
        <ParaglideMessage
          message={m.campaigns_delivery_about_time_text}
          markup={{ time: () => <Time value={finishesAt} /> }}
        />
      ) : (
        m.common_value_unknown()
      ),
    },
    ...(limit ? [{ term: m.common_messaging_limit(), value: <LimitWords limit={limit} /> }] : []),
  ];
  return (
    <Card title={m.campaigns_delivery_title()}>
      <DescriptionList items={items} />
      {limit && limit.beyond > 0 && <BeyondLimit limit={limit} chosen={beyondLimit} />}
    </Card>
  );
}

const speedOf = (perMinute: number): string =>
  perMinute >= 1
    ? m.campaigns_delivery_card_speed({ perMinute: formatCount(Math.round(perMinute)) })
    : m.campaigns_delivery_one_message_every({
        minutes: counted(m.counts_minutes, Math.round(1 / perMinute)),
      });

type Limit = NonNullable<Delivery["limit"]>;

function LimitWords({ limit: { limit, used, knownAt } }: { limit: Limit }) {
  return (
    <>
      {limit === null
        ? m.campaigns_delivery_no_limit()
        : m.campaigns_delivery_limit_used({ used: formatCount(used), limit: formatCount(limit) })}
      {knownAt && (
        <span className="hint block font-normal">
          <ParaglideMessage
            message={m.campaigns_delivery_limit_reported}
            markup={{ time: () => <Time value={knownAt} /> }}
          />
        </span>
      )}
    </>
  );
}

/** The warning that Meta would refuse some, and the choice to delay them. */
function BeyondLimit({ limit, chosen }: { limit: Limit; chosen: "send" | "wait" }) {
  const { beyond, roomAt } = limit;
  return (
    <div className="mt-4 grid gap-4">
      <Notice tone="warn" title={counted(m.campaigns_recipients_exceed_limit, beyond)}>
        {m.campaigns_delivery_limit_text()}{" "}
        {roomAt && (
          <ParaglideMessage
            message={m.campaigns_delivery_capacity_text}
            markup={{ time: () => <Time value={roomAt} /> }}
          />
        )}
      </Notice>
      <Form method="post" className="grid gap-3">
        <RadioGroupField
          label={m.campaigns_beyond_limit_label()}
          name="beyondLimit"
          defaultValue={chosen}
          options={[
            {
              value: "wait",
              label: m.campaigns_delivery_wait_for_capacity(),
              hint: m.campaigns_delivery_spread_hint(),
            },
            {
              value: "send",
              label: m.campaigns_delivery_at_once_option(),
              hint: m.campaigns_delivery_at_once_hint(),
            },
          ]}
        />
        <p>
          <Button variant="secondary" name="intent" value="limit">
            {m.campaigns_delivery_save_choice_button()}
          </Button>
        </p>
      </Form>
    </div>
  );
}
