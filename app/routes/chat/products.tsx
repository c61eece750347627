import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { submissionKey } from "#app/domain/messaging/messages/schemas.ts";
import { productMessageLimits as limits } from "#app/domain/sales/catalogues/fieldRules.ts";
import { productsToSend } from "#app/domain/sales/catalogues/schemas.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Money } from "#app/ui/money.tsx";
import { EmptyState } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { type FormResult, fieldProps, fieldValue, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import { ProductPicture } from "../products/productPicture.tsx";
import type { Route } from "./+types/products";
import { ConversationForm } from "./conversationForm.tsx";

const schema = productsToSend.safeExtend({ key: submissionKey });

export const meta: Route.MetaFunction = () => [{ title: m.catalogues_send_title() }];

/** First the products are ticked, then `step=write` asks for the words. */
export async function loader({ request, context, params: { conversationId } }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const q = query.get("q") ?? "";
  const chosen = query.getAll("chosen").slice(0, limits.products).join(",");
  const api = pageApi(context);
  const found = await api("GET /conversations/:conversationId/products", { conversationId, q, chosen });
  const isWhole = query.get("step") === "whole";
  const isWriting = isWhole || (query.get("step") === "write" && found.chosen.length > 0);
  const mayConnect = may(context.get(userContext), "products.edit");
  return { ...found, q, isWhole, isWriting, mayConnect, submissionKey: crypto.randomUUID() };
}

export const action = formAction(
  schema,
  async ({ value, api }, { params: { conversationId } }: Route.ActionArgs) => {
    await api("POST /conversations/:conversationId/products", { conversationId, ...value });
    return done(href("/chat/:conversationId", { conversationId }), m.catalogues_send_done());
  },
);

export default function SendProducts({ loaderData, actionData, params }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  const { hasCatalogue, isWriting, mayConnect } = loaderData;
  const back = href("/chat/:conversationId", params);
  return (
    <ConversationForm title={m.catalogues_send_title()} back={back}>
      {!hasCatalogue && (
        <EmptyState
          title={m.catalogues_send_no_catalogue_title()}
          action={
            mayConnect && (
              <ButtonLink to={href("/products/catalogue")}>{m.catalogues_connect_button()}</ButtonLink>
            )
          }
        >
          {m.catalogues_send_no_catalogue_text()}
        </EmptyState>
      )}
      {hasCatalogue && !isWriting && <Picker {...loaderData} back={back} />}
      {hasCatalogue && isWriting && (
        <Words
          chosen={loaderData.isWhole ? loaderData.chosen.slice(0, 1) : loaderData.chosen}
          isWhole={loaderData.isWhole}
          submissionKey={loaderData.submissionKey}
          result={result}
          back={back}
        />
      )}
    </ConversationForm>
  );
}

type Product = CallOutput<"GET /conversations/:conversationId/products">["products"][number];

/** What was ticked stays ticked through a search. */
function Picker({
  q,
  chosen,
  products,
  back,
}: {
  q: string;
  chosen: Product[];
  products: Product[];
  back: string;
}) {
  const isLite = useRoot()?.lite ?? false;
  return (
    <Form method="get" className="grid gap-4">
      <p>{m.catalogues_send_lead({ most: String(limits.products) })}</p>
      <div className="flex items-end gap-2">
        <Field
          label={m.orders_edit_search()}
          name="q"
          type="search"
          maxLength={100}
          defaultValue={q}
          className="grow"
        />
        <Button variant="secondary">{m.common_search()}</Button>
      </div>
      {chosen.length + products.length === 0 && <p>{m.catalogues_send_none()}</p>}
      <ul className="grid divide-y divide-line">
        {[...chosen, ...products].map(({ id, name, retailerId, priceCents, shownPictureId }, index) => (
          <li key={id}>
            <label className="choice flex min-h-11 items-center justify-between gap-4 py-1">
              <span className="flex min-w-0 flex-1 items-center gap-3">
                <input type="checkbox" name="chosen" value={id} defaultChecked={index < chosen.length} />
                <ProductPicture pictureId={shownPictureId} isLite={isLite} />
                <span className="min-w-0 wrap-anywhere">
                  {name}
                  <span className="block text-muted text-sm">{retailerId}</span>
                </span>
              </span>
              <span className="whitespace-nowrap tabular-nums">
                <Money cents={priceCents} />
              </span>
            </label>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-4">
        <Button name="step" value="write">
          {m.catalogues_send_next()}
        </Button>
        <Button name="step" value="whole" variant="secondary">
          {m.catalogues_send_whole()}
        </Button>
        <Link className="link" to={back}>
          {m.common_cancel()}
        </Link>
      </div>
    </Form>
  );
}

function Words({
  chosen,
  isWhole,
  submissionKey: key,
  result,
  back,
}: {
  chosen: Product[];
  isWhole: boolean;
  submissionKey: string;
  result: FormResult;
  back: string;
}) {
  const isList = chosen.length > 1;
  const other = `?${new URLSearchParams(chosen.map(({ id }): [string, string] => ["chosen", id]))}`;
  return (
    <Form method="post" className="grid gap-5" noValidate>
      <ErrorSummary title={m.catalogues_send_errors()} errors={problemsOf(result)} />
      <input type="hidden" name="key" value={fieldValue(result, "key", key)} />
      {isWhole && <input type="hidden" name="whole" value="yes" />}
      {isWhole && <p>{m.catalogues_send_whole_text()}</p>}
      {isList && (
        <Field
          {...fieldProps(result, "header")}
          label={m.catalogues_send_header()}
          required
          maxLength={limits.header}
          autoComplete="off"
        />
      )}
      <TextareaField
        {...fieldProps(result, "text")}
        label={isList || isWhole ? m.catalogues_send_text() : m.catalogues_send_text_optional()}
        required={isList || isWhole}
        rows={3}
        maxLength={limits.text}
      />
      <ul id="items" className="grid gap-3">
        {chosen.map((product, index) => (
          <ChosenProduct
            key={product.id}
            product={product}
            name={`items[${index}]`}
            isList={isList}
            result={result}
          />
        ))}
      </ul>
      {isList && <p className="hint">{m.catalogues_send_section_hint()}</p>}
      <Field {...fieldProps(result, "footer")} label={m.chat_footer()} maxLength={limits.footer} />
      <p>
        <Link className="link" to={other}>
          {m.catalogues_send_choose_other()}
        </Link>
      </p>
      <FormActions
        submitLabel={isWhole ? m.catalogues_send_whole() : m.catalogues_send_button()}
        cancelTo={back}
      />
    </Form>
  );
}

function ChosenProduct({
  product: { id, name, priceCents },
  name: field,
  isList,
  result,
}: {
  product: Product;
  name: string;
  isList: boolean;
  result: FormResult;
}) {
  return (
    <li className="grid gap-2 rounded-lg border border-line p-3">
      <input type="hidden" name={`${field}.productId`} value={id} />
      <span className="flex justify-between gap-4">
        <strong className="min-w-0 wrap-anywhere">{name}</strong>
        <span className="whitespace-nowrap tabular-nums">
          <Money cents={priceCents} />
        </span>
      </span>
      {isList && (
        <Field
          {...fieldProps(result, `${field}.section`)}
          label={m.catalogues_send_section({ product: name })}
          maxLength={limits.sectionTitle}
          autoComplete="off"
        />
      )}
    </li>
  );
}
