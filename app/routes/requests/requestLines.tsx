import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { Money } from "#app/ui/money.tsx";
import { Time } from "#app/ui/time.tsx";
import { RequestBadge } from "./requestState.tsx";

type Shown = CallOutput<"GET /contacts/:contactId/payment-requests">["requests"][number];

/** A customer's newest requests, each with a link to its page. */
export const RequestLines = ({ requests }: { requests: readonly Shown[] }) => (
  <ul className="grid gap-2">
    {requests.map(({ id, reason, state, amountCents, createdAt }) => (
      <li key={id}>
        <Link
          className="link wrap-anywhere"
          to={href("/requests/:paymentRequestId", { paymentRequestId: id })}
        >
          {reason}
        </Link>{" "}
        <RequestBadge state={state} />
        <span className="hint block">
          <Money cents={amountCents} />, <Time value={createdAt} to="day" />
        </span>
      </li>
    ))}
  </ul>
);
