import { href, Link } from "react-router";
import { newDeal } from "#app/domain/crm/schemas.ts";
import { safePath } from "#app/platform/http/safePath.ts";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { Phone } from "#app/ui/phone.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/new";
import { DealForm } from "./dealForm.tsx";

const shownContacts = 10;

export const meta: Route.MetaFunction = () => [{ title: m.common_new_deal() }];

/** The contact comes first, by the address; without one the page asks. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = pageApi(context);
  const query = new URL(request.url).searchParams;
  const contactId = query.get("contactId") ?? "";
  const q = (query.get("q") ?? "").slice(0, 100);
  if (contactId) {
    const choices = await api("GET /contacts/:contactId/choices", { contactId });
    const memberId = context.get(userContext)?.id ?? "";
    const back = safePath(query.get("back"), "");
    return { choices, memberId, back, q, people: [] };
  }
  const { contacts } = await api("GET /contacts", { search: q });
  const people = contacts.slice(0, shownContacts).map(({ id, name, phone }) => ({ id, name, phone }));
  return { choices: null, memberId: "", back: "", q, people };
}

export const action = formAction(newDeal, async ({ typed, api, request }) => {
  const { dealId } = await api("POST /deals", typed);
  const back = new URL(request.url).searchParams.get("back");
  return done(safePath(back, href("/deals/:dealId", { dealId })), m.deals_new_deal_created_done());
});

export default function NewDeal({ loaderData, actionData }: Route.ComponentProps) {
  const { choices, memberId, back } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  if (!choices?.contact) return <ChooseContact {...loaderData} />;
  const { contact, stages, team } = choices;
  const open = stages.find(({ kind }) => kind === "open");
  return (
    <>
      <PageHeader
        title={m.common_new_deal()}
        description={
          <Link className="link wrap-anywhere" to={href("/contacts/:contactId", { contactId: contact.id })}>
            {m.deals_new_contact_lead({ name: contact.name })}
          </Link>
        }
      />
      <Card>
        <DealForm
          values={{ title: "", value: "", memberId, closesOn: "", stageId: open?.id ?? "" }}
          team={team}
          stages={stages}
          result={result}
          hidden={{ contactId: contact.id }}
          submitLabel={m.deals_new_create_deal_button()}
          back={back || href("/deals")}
        />
      </Card>
    </>
  );
}

function ChooseContact({ q, people }: Pick<Route.ComponentProps["loaderData"], "q" | "people">) {
  return (
    <>
      <PageHeader title={m.common_new_deal()} description={m.deals_new_lead()} />
      <FilterBar
        search={{ name: "q", value: q, placeholder: m.common_contact_search_placeholder() }}
        clear={q !== "" && href("/deals/new")}
      />
      <Card title={m.common_contacts()}>
        {people.length === 0 ? (
          <p className="text-muted">
            {m.deals_new_no_contacts_found_text()}{" "}
            <Link className="link" to={href("/contacts/new")}>
              {m.deals_new_add_contact_link()}
            </Link>
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {people.map(({ id, name, phone }) => (
              <li key={id} className="py-2 wrap-anywhere">
                <Link className="link" to={`${href("/deals/new")}?contactId=${id}`}>
                  {name || <Phone value={phone} />}
                </Link>{" "}
                {name && phone && (
                  <span className="hint">
                    <Phone value={phone} />
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}
