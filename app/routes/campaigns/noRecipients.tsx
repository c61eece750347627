import type { ReactNode } from "react";
import { href, Link } from "react-router";
import type { Draft } from "#app/domain/contacts/segments/schemas.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { addressQuery } from "#app/routes/contacts/filters.ts";
import { Notice } from "#app/ui/notice.tsx";
import { m } from "#messages";
import type { Counted } from "./audienceAction.server.ts";

interface Chosen {
  kind: string;
  tag: string;
  /** The conditions, if the audience has some. */
  meant: Draft;
}

/** The audience's contacts; pasted numbers are not looked up. */
function contactsQuery({ kind, tag, meant }: Chosen, consent: "none" | "opted_out" | ""): URLSearchParams {
  const draft: Draft = kind === "conditions" ? meant : { match: "all", rows: [] };
  return addressQuery({ search: "", segment: "", tag: kind === "tag" ? tag : "", consent, draft });
}

function recordConsentPath(campaignId: string, chosen: Chosen): string {
  const query = contactsQuery(chosen, "none");
  query.set("act", "record_consent");
  query.set("from", href("/messaging/campaigns/:campaignId/audience", { campaignId }));
  return `${href("/contacts/bulk")}?${query}`;
}

/** Why a campaign reaches no contact: exclusions by reason, each with a remedy. */
export function NoRecipients({
  audience,
  campaignId,
  chosen,
  isManager,
}: {
  audience: Counted["audience"];
  campaignId: string;
  chosen: Chosen;
  isManager: boolean;
}) {
  const { matching, excluded, optedOut, noConsent, noPhone } = audience;
  const isPasted = chosen.kind === "numbers";
  return (
    <Notice id="no-recipients" tone="bad" title={m.campaigns_reaches_no_one_error()}>
      {matching === 0 ? (
        <Reason text={m.campaigns_no_recipients_no_contacts()}>
          <Remedy to={href("/contacts/import")}>{m.common_import_contacts()}</Remedy>
          <Remedy to={href("/contacts/new")}>{m.contacts_new_contact()}</Remedy>
        </Reason>
      ) : (
        <ul className="grid gap-3">
          {noConsent > 0 && (
            <Reason text={m.campaigns_without_marketing_consent({ contacts: formatCount(noConsent) })}>
              {isPasted ? (
                <a className="link" href="#consent">
                  {m.campaigns_confirm_their_consent()}
                </a>
              ) : (
                isManager && (
                  <Remedy to={recordConsentPath(campaignId, chosen)}>{m.contacts_record_consent()}</Remedy>
                )
              )}
              <Remedy to={href("/messaging/campaigns/:campaignId/setup", { campaignId })}>
                {m.campaigns_no_recipients_template_link()}
              </Remedy>
            </Reason>
          )}
          {optedOut > 0 && (
            <Reason text={m.campaigns_no_recipients_opted_out({ contacts: formatCount(optedOut) })}>
              <Remedy to={`${href("/contacts")}?${contactsQuery(chosen, "opted_out")}`}>
                {m.campaigns_no_recipients_opted_out_link()}
              </Remedy>
            </Reason>
          )}
          {noPhone > 0 && (
            <Reason text={m.campaigns_no_recipients_no_phone({ contacts: formatCount(noPhone) })}>
              <Remedy to={`${href("/contacts")}?${contactsQuery(chosen, "")}`}>
                {m.campaigns_add_phone_numbers()}
              </Remedy>
            </Reason>
          )}
          {excluded > 0 && (
            <Reason text={m.campaigns_no_recipients_excluded({ contacts: formatCount(excluded) })}>
              <a className="link" href="#not-conditions">
                {m.campaigns_change_exclusions()}
              </a>
            </Reason>
          )}
        </ul>
      )}
    </Notice>
  );
}

function Reason({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li className="grid list-none gap-1">
      <span>{text}</span>
      <span className="flex flex-wrap gap-x-4 gap-y-1">{children}</span>
    </li>
  );
}

const Remedy = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link className="link" to={to}>
    {children}
  </Link>
);
