import type { CallOutput } from "#app/api/client.server.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { Money } from "#app/ui/money.tsx";
import { Card, DescriptionList } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";
import { TillState } from "./tillState.tsx";

type Shown = CallOutput<"GET /tills/:tillId">;

const timeOrNone = (at: string | null) => (at === null ? m.common_none_yet() : <Time value={at} />);

/** How the till is: what arrived last, and what M-Pesa refused. */
export function Health({ shown: { till, lastNoticeAt } }: { shown: Shown }) {
  return (
    <Card title={m.tills_health_title()}>
      <DescriptionList
        items={[
          { term: m.common_status(), value: <TillState state={till.state} /> },
          ...(till.storeNumber ? [{ term: m.tills_store_number(), value: till.storeNumber }] : []),
          {
            term: m.tills_balance(),
            value: till.balanceCents === null ? m.common_none_yet() : <Money cents={till.balanceCents} />,
          },
          { term: m.tills_last_payment(), value: timeOrNone(till.lastPaymentAt) },
          { term: m.tills_last_notice(), value: timeOrNone(lastNoticeAt) },
          { term: m.tills_last_pull(), value: timeOrNone(till.pulledUntil) },
          {
            term: m.tills_pull_failures(),
            value:
              till.problems === 0 ? (
                m.common_none()
              ) : (
                <>
                  {formatCount(till.problems)}, <Time value={till.lastProblemAt!} />
                  <span className="hint block wrap-anywhere">{till.lastProblem}</span>
                </>
              ),
          },
          ...(till.nominatedPhone
            ? [{ term: m.tills_nominated_phone(), value: readablePhone(till.nominatedPhone) }]
            : []),
        ]}
      />
    </Card>
  );
}
