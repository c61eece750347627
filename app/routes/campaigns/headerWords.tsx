import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href, Link } from "react-router";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";

/** The campaign that this one retries or follows up. */
export function BasedOn({ from: { id, name } }: { from: { id: string; name: string } }) {
  return (
    <ParaglideMessage
      message={m.campaigns_header_based_on}
      inputs={{ name }}
      markup={{
        a: ({ children }) => (
          <Link
            className="link wrap-anywhere"
            to={href("/messaging/campaigns/:campaignId", { campaignId: id })}
          >
            {children}
          </Link>
        ),
      }}
    />
  );
}

/** When a scheduled campaign is sent; `pausedBecause` is null while it is not paused. */
export function SendingTime({ at, pausedBecause }: { at: string; pausedBecause: string | null }) {
  const markup = { time: () => <Time value={at} /> };
  return pausedBecause === null ? (
    <ParaglideMessage message={m.campaigns_header_sending_time} markup={markup} />
  ) : (
    <ParaglideMessage
      message={m.campaigns_header_sent_once_resumed}
      inputs={{ statusReason: pausedBecause }}
      markup={markup}
    />
  );
}
