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
    { term: m.campaigns_speed(), value: speedOf(perMinute) },
    ...(quiet
      ? [{ term: m.campaigns_quiet_hours(), value: m.campaigns_waits_from({ quiet: quietWords(quiet) }) }]
      : []),
    {
      term: m.campaigns_finished(),
      value: finishesAt ? (
        <ParaglideMessage
          message={m.campaigns_about_time}
          markup={{ time: () => <Time value={finishesAt} /> }}
        />
      ) : (
        m.common_not_known()
      ),
    },
    ...(limit ? [{ term: m.campaigns_messaging_limit(), value: <LimitWords limit={limit} /> }] : []),
  ];
  return (
    <Card title={m.campaigns_delivery()}>
      <DescriptionList items={items} />
      {limit && limit.beyond > 0 && <BeyondLimit limit={limit} chosen={beyondLimit} />}
    </Card>
  );
}

const speedOf = (perMinute: number): string =>
  perMinute >= 1
    ? m.campaigns_up_to_messages_a_minute({ perMinute: formatCount(Math.round(perMinute)) })
    : m.campaigns_one_message_every({
        minutes: counted(m.counts_minutes, Math.round(1 / perMinute)),
      });

type Limit = NonNullable<Delivery["limit"]>;

function LimitWords({ limit: { limit, used, knownAt } }: { limit: Limit }) {
  return (
    <>
      {limit === null
        ? m.campaigns_none_meta_lets_you_write_to()
        : m.campaigns_of_recipients_of_24_hours_are({ used: formatCount(used), limit: formatCount(limit) })}
      {knownAt && (
        <span className="hint block font-normal">
          <ParaglideMessage
            message={m.campaigns_as_meta_said_on}
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
      <Notice tone="warn" title={counted(m.campaigns_go_beyond_the_limit, beyond)}>
        {m.campaigns_meta_counts_the_people_whom_all()}{" "}
        {roomAt && (
          <ParaglideMessage
            message={m.campaigns_there_is_room_for_the_last}
            markup={{ time: () => <Time value={roomAt} /> }}
          />
        )}
      </Notice>
      <Form method="post" className="grid gap-3">
        <RadioGroupField
          label={m.campaigns_what_happens_to_them()}
          name="beyondLimit"
          defaultValue={chosen}
          options={[
            {
              value: "wait",
              label: m.campaigns_they_wait_until_there_is_room(),
              hint: m.campaigns_each_gets_the_message_as_soon(),
            },
            {
              value: "send",
              label: m.campaigns_send_to_everybody_at_once(),
              hint: m.campaigns_those_whom_meta_refuses_fail_cost(),
            },
          ]}
        />
        <p>
          <Button variant="secondary" name="intent" value="limit">
            {m.campaigns_save_this_choice()}
          </Button>
        </p>
      </Form>
    </div>
  );
}
