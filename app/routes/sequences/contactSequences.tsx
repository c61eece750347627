import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";
import { EndEnrolment, EnrolmentState } from "./enrolmentState.tsx";

type Shown = CallOutput<"GET /contacts/:contactId/sequences">["enrolments"][number];

/** A contact's sequences: where each stands, since when, and the button that ends it. */
export const ContactSequences = ({
  enrolments,
  mayEnd,
}: {
  enrolments: readonly Shown[];
  mayEnd: boolean;
}) => (
  <ul className="grid gap-3">
    {enrolments.map((row) => (
      <li key={row.id} className="flex items-start justify-between gap-2">
        <span className="min-w-0">
          <Link
            className="link wrap-anywhere"
            to={href("/sequences/:sequenceId", { sequenceId: row.sequenceId })}
          >
            {row.sequence}
          </Link>
          <span className="block">
            <EnrolmentState row={row} />
          </span>
          <span className="hint block">
            <ParaglideMessage
              message={m.sequences_enrolled_on}
              markup={{ time: () => <Time value={row.createdAt} to="day" /> }}
            />
          </span>
        </span>
        {mayEnd && <EndEnrolment row={row} of={row.sequence} />}
      </li>
    ))}
  </ul>
);
