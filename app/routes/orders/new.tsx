import { href, Link } from "react-router";
import { newOrder } from "#app/domain/sales/orders/schemas.ts";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { Phone } from "#app/ui/phone.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/new";

const shownContacts = 10;

export const meta: Route.MetaFunction = () => [{ title: m.orders_new_order() }];

/** The customer comes first, by the address; without one the page asks. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const query = new URL(request.url).searchParams;
  const of = (name: string) => (query.get(name) ?? "").slice(0, 100);
  const [contactId, q] = [of("contactId"), of("q")];
  const links = { conversationId: of("conversationId"), dealId: of("dealId") };
  if (contactId) {
    const { contact } = await orThrowPage(api("GET /contacts/:contactId/choices", { contactId }));
    return { contact, links, q, people: [] };
  }
  const { contacts } = await orThrowPage(api("GET /contacts", { search: q }));
  const people = contacts.slice(0, shownContacts).map(({ id, name, phone }) => ({ id, name, phone }));
  return { contact: null, links, q, people };
}

export const action = formAction(newOrder, async ({ typed, api }) => {
  const { orderId } = await api("POST /orders", typed);
  return done(href("/orders/:orderId/edit", { orderId }), m.orders_edit_saved());
});

export default function NewOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { contact, links, q, people } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  if (!contact) return <ChooseCustomer q={q} people={people} />;
  return (
    <>
      <PageHeader title={m.orders_new_order()} description={m.orders_new_for({ name: contact.name })} />
      <Card className="max-w-2xl">
        <Form method="post" className="grid gap-4">
          <ErrorSummary title={m.orders_refused_title()} errors={problemsOf(result)} />
          <input type="hidden" name="contactId" value={contact.id} />
          <input type="hidden" name="conversationId" value={links.conversationId} />
          <input type="hidden" name="dealId" value={links.dealId} />
          <FormActions submitLabel={m.insights_start_order_link()} cancelTo={href("/orders")} />
        </Form>
      </Card>
    </>
  );
}

function ChooseCustomer({ q, people }: Pick<Route.ComponentProps["loaderData"], "q" | "people">) {
  return (
    <>
      <PageHeader title={m.orders_new_order()} description={m.orders_new_lead()} />
      <FilterBar
        search={{ name: "q", value: q, placeholder: m.common_contact_search_placeholder() }}
        clear={q !== "" && href("/orders/new")}
      />
      <Card title={m.common_contacts()}>
        {people.length === 0 ? (
          <p className="text-muted">{m.orders_new_none()}</p>
        ) : (
          <ul className="divide-y divide-line">
            {people.map(({ id, name, phone }) => (
              <li key={id} className="py-2 wrap-anywhere">
                <Link className="link" to={`${href("/orders/new")}?contactId=${id}`}>
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

export { ScreenError as ErrorBoundary };
