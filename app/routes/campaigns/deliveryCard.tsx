import type { CallOutput } from "#app/api/client.server.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { Button } from "#app/ui/button.tsx";
import { RadioGroupField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { quietWords } from "./paceFields.tsx";

type Delivery = NonNullable<CallOutput<"POST /campaigns/:campaignId/quote">["delivery"]>;

/** When a campaign will be through, and what holds it up: pace, quiet hours, the messaging limit. */
export function DeliveryCard({
  delivery: { finishesAt, quiet, perMinute, limit },
  beyondLimit,
}: {
  delivery: Delivery;
  beyondLimit: "send" | "wait";
}) {
  const items = [
    { term: "Speed", value: speedOf(perMinute) },
    ...(quiet ? [{ term: "Quiet hours", value: `Waits from ${quietWords(quiet)}` }] : []),
    {
      term: "Finished",
      value: finishesAt ? (
        <>
          About <Time value={finishesAt} />
        </>
      ) : (
        "Not known"
      ),
    },
    ...(limit ? [{ term: "Messaging limit", value: <LimitWords limit={limit} /> }] : []),
  ];
  return (
    <Card title="Delivery">
      <DescriptionList items={items} />
      {limit && limit.beyond > 0 && <BeyondLimit limit={limit} chosen={beyondLimit} />}
    </Card>
  );
}

const speedOf = (perMinute: number): string =>
  perMinute >= 1
    ? `Up to ${formatCount(Math.round(perMinute))} messages a minute`
    : `One message every ${countOf(Math.round(1 / perMinute), "minute")}`;

type Limit = NonNullable<Delivery["limit"]>;

function LimitWords({ limit: { limit, used, knownAt } }: { limit: Limit }) {
  return (
    <>
      {limit === null
        ? "None: Meta lets you write to as many people as you like"
        : `${formatCount(used)} of ${formatCount(limit)} recipients of 24 hours are used`}
      {knownAt && (
        <span className="hint block font-normal">
          As Meta said on <Time value={knownAt} />
        </span>
      )}
    </>
  );
}

/** The warning that Meta would refuse some, and the choice to make them wait. */
function BeyondLimit({ limit, chosen }: { limit: Limit; chosen: "send" | "wait" }) {
  const { beyond, roomAt } = limit;
  return (
    <div className="mt-4 grid gap-4">
      <Notice tone="warn" title={`${countOf(beyond, "recipient goes", "recipients go")} beyond the limit`}>
        Meta counts the people whom all your numbers write to first in 24 hours.{" "}
        {roomAt && (
          <>
            There is room for the last of them on <Time value={roomAt} />.
          </>
        )}
      </Notice>
      <Form method="post" className="grid gap-3">
        <RadioGroupField
          label="What happens to them?"
          name="beyondLimit"
          defaultValue={chosen}
          options={[
            {
              value: "wait",
              label: "They wait until there is room",
              hint: "Each gets the message as soon as Meta’s limit allows it.",
            },
            {
              value: "send",
              label: "Send to everybody at once",
              hint: "Those whom Meta refuses fail, cost nothing and can be retried.",
            },
          ]}
        />
        <p>
          <Button variant="secondary" name="intent" value="limit">
            Save this choice
          </Button>
        </p>
      </Form>
    </div>
  );
}
