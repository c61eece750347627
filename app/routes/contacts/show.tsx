import { href, Link } from "react-router";
import { contactEditForm } from "#app/domain/contacts/schemas.ts";
import { consentSourceWords, isWrittenByMember } from "#app/domain/contacts/words.ts";
import { unitedFields } from "#app/platform/forms/fieldNames.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { MessageStateBadge } from "#app/routes/campaigns/campaignStatus.tsx";
import { ContactCrm } from "#app/routes/deals/contactCrm.tsx";
import { RequestLines } from "#app/routes/requests/requestLines.tsx";
import { ContactSequences } from "#app/routes/sequences/contactSequences.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { WhatsappText } from "#app/ui/whatsappText.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/show";
import { ConsentBadge } from "./consentBadge.tsx";
import { ContactForm, fieldRows } from "./contactForm.tsx";
import { atRows } from "./fieldProblems.server.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData.contact.name || readablePhone(loaderData.contact.phone ?? "") || m.common_contact() },
];

export async function loader({ context, params: { contactId } }: Route.LoaderArgs) {
  const api = pageApi(context);
  const [{ contact }, history, crm, { requests }, { enrolments }, { fields }] = await Promise.all([
    api("GET /contacts/:contactId", { contactId }),
    api("GET /contacts/:contactId/history", { contactId }),
    api("GET /contacts/:contactId/crm", { contactId }),
    api("GET /contacts/:contactId/payment-requests", { contactId }),
    api("GET /contacts/:contactId/sequences", { contactId }),
    api("GET /fields", {}),
  ]);
  const user = context.get(userContext);
  const mayMerge = may(user, "contacts.bulk");
  const mayEnrol = mayMerge && may(user, "campaigns.manage") && contact.optedOutAt === null;
  const mayEnd = may(user, "flows.manage");
  const allowed = { mayMerge, mayEnrol, mayEnd, mayAnswer: may(user, "privacy.manage") };
  return { contact, history, crm, requests, enrolments, defined: fields, ...allowed };
}

export const action = formAction(
  contactEditForm,
  async ({ value, api }, { params: { contactId } }: Route.ActionArgs) => {
    const { fields: changed, ...details } = value;
    const { contact } = await api("GET /contacts/:contactId", { contactId });
    const typed = Object.fromEntries(changed.map(({ name, value }) => [name, value]));
    const fields = Object.fromEntries(
      Object.entries(unitedFields(contact.fields, typed)).filter(([, value]) => value !== ""),
    );
    await atRows(changed, () => api("PUT /contacts/:contactId", { ...details, fields, contactId }));
    return done(href("/contacts/:contactId", { contactId }), m.contacts_contact_saved_done());
  },
);

export default function EditContact({ loaderData, actionData }: Route.ComponentProps) {
  const { contact, history, crm, requests, enrolments, mayEnd, defined } = loaderData;
  const here = href("/contacts/:contactId", { contactId: contact.id });
  return (
    <>
      <PageHeader
        title={contact.name || (contact.phone ? readablePhone(contact.phone) : m.contacts_unnamed_contact())}
        actions={<Actions {...loaderData} />}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Card title={m.common_details()}>
          <ContactForm
            key={contact.id}
            lastResult={actionData?.result}
            values={{
              name: contact.name,
              phone: contact.phone ? readablePhone(contact.phone) : "",
              tags: contact.tags.join(", "),
              kraPin: contact.kraPin ?? "",
              consent: contact.consent,
              consentSource:
                contact.consent === "granted" && isWrittenByMember(contact.consentSource ?? "")
                  ? (contact.consentSource ?? "")
                  : "",
              fields: fieldRows(defined, contact.fields),
            }}
            defined={defined}
            optedOut={contact.optedOutAt !== null}
            submitLabel={m.common_save_changes()}
            back={href("/contacts")}
          />
        </Card>
        <div className="grid gap-6">
          <About contact={contact} />
          <Card title={m.common_deals_and_tasks()}>
            <ContactCrm crm={crm} contactId={contact.id} back={here} />
          </Card>
          {requests.length > 0 && (
            <Card title={m.requests_title()}>
              <RequestLines requests={requests} />
            </Card>
          )}
          {enrolments.length > 0 && (
            <Card title={m.sequences_title()}>
              <ContactSequences enrolments={enrolments} mayEnd={mayEnd} />
            </Card>
          )}
          <History messages={history.messages} timeline={`${here}/timeline`} />
        </div>
      </div>
    </>
  );
}

function Actions({ contact, history, mayEnrol, mayMerge, mayAnswer }: Route.ComponentProps["loaderData"]) {
  const here = href("/contacts/:contactId", { contactId: contact.id });
  const chat =
    history.conversation && href("/chat/:conversationId", { conversationId: history.conversation.id });
  const writeTo = chat && history.conversation?.windowOpen ? chat : `${here}/message`;
  const picked = new URLSearchParams({ which: "chosen", id: contact.id, act: "enrol", from: here });
  return (
    <>
      {!contact.optedOutAt && <ButtonLink to={writeTo}>{m.contacts_show_send_message_link()}</ButtonLink>}
      <ButtonLink to={`${here}/request`} variant="secondary">
        {m.requests_request_payment()}
      </ButtonLink>
      {chat && (
        <ButtonLink to={chat} variant="secondary">
          {m.common_open_chat()}
        </ButtonLink>
      )}
      <ButtonLink to={`${here}/consent`} variant="secondary">
        {contact.optedOutAt ? m.contacts_opt_in_again() : m.contacts_opt_out()}
      </ButtonLink>
      {mayEnrol && (
        <ButtonLink to={`${href("/contacts/bulk")}?${picked}`} variant="secondary">
          {m.sequences_enrol_in()}
        </ButtonLink>
      )}
      {mayMerge && (
        <ButtonLink to={`${here}/merge`} variant="secondary">
          {m.contacts_show_merge_link()}
        </ButtonLink>
      )}
      {mayAnswer && (
        <ButtonLink to={`${here}/privacy`} variant="secondary">
          {m.common_privacy_request()}
        </ButtonLink>
      )}
      <ButtonLink to={`${here}/delete`} variant="danger-quiet">
        {m.common_delete()}
      </ButtonLink>
    </>
  );
}

function About({ contact }: Pick<Route.ComponentProps["loaderData"], "contact">) {
  return (
    <Card title={m.contacts_show_consent_and_contact_title()}>
      <DescriptionList
        items={[
          { term: m.common_consent(), value: <ConsentBadge {...contact} /> },
          ...(contact.consentAt
            ? [
                {
                  term: contact.consent === "granted" ? m.common_given() : m.contacts_show_withdrawn(),
                  value: <Time value={contact.consentAt} />,
                },
                {
                  term: m.common_source(),
                  value: contact.consentSource
                    ? consentSourceWords(contact.consentSource)
                    : m.common_value_unknown(),
                },
              ]
            : []),
          ...(contact.optedOutAt
            ? [{ term: m.common_opted_out(), value: <Time value={contact.optedOutAt} /> }]
            : []),
          {
            term: m.common_number(),
            value: contact.phone ? readablePhone(contact.phone) : m.contacts_show_no_phone_value(),
          },
          ...(contact.username ? [{ term: m.common_username(), value: `@${contact.username}` }] : []),
          ...(contact.firstAd
            ? [
                {
                  term: m.contacts_show_first_seen_from(),
                  value: contact.firstAd.headline || m.contacts_show_ad_without_headline(),
                },
              ]
            : []),
          {
            term: m.contacts_last_seen(),
            value: contact.lastSeen ? <Time value={contact.lastSeen} /> : m.common_never(),
          },
          { term: m.contacts_added(), value: <Time value={contact.createdAt} to="day" /> },
        ]}
      />
    </Card>
  );
}

function History({
  messages,
  timeline,
}: Pick<Route.ComponentProps["loaderData"]["history"], "messages"> & { timeline: string }) {
  return (
    <Card
      title={m.contacts_show_latest_messages_title()}
      actions={
        <ButtonLink to={timeline} variant="quiet">
          {m.contacts_show_full_timeline_link()}
        </ButtonLink>
      }
    >
      {messages.length === 0 ? (
        <p className="text-muted">{m.contacts_show_no_messages_yet_text()}</p>
      ) : (
        <ul className="divide-y divide-line">
          {messages.map((message) => (
            <li key={message.id} className="grid gap-1 py-3 first:pt-0 last:pb-0">
              <span className="flex flex-wrap items-center justify-between gap-x-3">
                <span className="hint">
                  <Time value={message.timestamp} />
                </span>
                {message.direction === "in" ? (
                  <Badge tone="info">{m.insights_timeline_from_them()}</Badge>
                ) : (
                  <MessageStateBadge state={message.state} />
                )}
              </span>
              <span className="line-clamp-2 wrap-anywhere">
                <WhatsappText text={message.text} />
              </span>
              {message.campaign && (
                <Link
                  className="link text-sm wrap-anywhere"
                  to={href("/messaging/campaigns/:campaignId", { campaignId: message.campaign.id })}
                >
                  {message.campaign.name}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
