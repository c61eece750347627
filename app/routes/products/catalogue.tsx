import { href } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { catalogueId } from "#app/domain/sales/catalogues/schemas.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, failed, formAction } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/catalogue";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("sync"), whatsappAccountId: idOf("whatsappAccount") }),
  z.object({ intent: z.literal("disconnect"), catalogueId }),
]);

export const meta: Route.MetaFunction = () => [{ title: m.catalogues_title() }];

export const loader = ({ context }: Route.LoaderArgs) => pageApi(context)("GET /catalogues", {});

export const action = formAction(
  schema,
  async ({ value, api }) => {
    const here = href("/products/catalogue");
    if (value.intent === "disconnect") {
      await api("POST /catalogues/:catalogueId/disconnect", { catalogueId: value.catalogueId });
      return done(here, m.catalogues_disconnected_done());
    }
    const { isComplete } = await api("POST /catalogues", { whatsappAccountId: value.whatsappAccountId });
    return isComplete ? done(here, m.catalogues_synced_done()) : failed(here, m.catalogues_sync_failed());
  },
  {
    refused: ({ error }) => failed(href("/products/catalogue"), error?.message ?? m.catalogues_sync_failed()),
  },
);

export default function ProductCatalogues({ loaderData: { accounts } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={m.catalogues_title()} description={m.catalogues_lead()} />
      {accounts.length === 0 ? (
        <EmptyState
          title={m.catalogues_no_account_title()}
          action={<ButtonLink to={href("/whatsapp")}>{m.common_whatsapp_setup()}</ButtonLink>}
        >
          {m.catalogues_no_account_text()}
        </EmptyState>
      ) : (
        <div className="grid gap-6">
          {accounts.map((account) => (
            <Account key={account.id} account={account} />
          ))}
        </div>
      )}
    </>
  );
}

type AccountRow = CallOutput<"GET /catalogues">["accounts"][number];

function Account({ account: { id, name, isConnected, catalogue } }: { account: AccountRow }) {
  return (
    <Card title={name}>
      <div className="grid gap-4">
        {catalogue ? <State catalogue={catalogue} /> : <p>{m.catalogues_none_text()}</p>}
        {!isConnected && <Notice tone="warn" title={m.catalogues_account_lost()} />}
        <div className="flex flex-wrap gap-3">
          {isConnected && (
            <Form method="post">
              <input type="hidden" name="whatsappAccountId" value={id} />
              <Button name="intent" value="sync" variant={catalogue ? "secondary" : "primary"}>
                {catalogue ? m.catalogues_sync_button() : m.catalogues_connect_button()}
              </Button>
            </Form>
          )}
          {catalogue && (
            <Form method="post">
              <input type="hidden" name="catalogueId" value={catalogue.id} />
              <Button name="intent" value="disconnect" variant="quiet">
                {m.common_disconnect()}
              </Button>
            </Form>
          )}
        </div>
      </div>
    </Card>
  );
}

function State({ catalogue }: { catalogue: NonNullable<AccountRow["catalogue"]> }) {
  const { name, catalogId, items, syncedAt, skipped, problem } = catalogue;
  return (
    <>
      {problem && <Notice tone="bad" title={problem} />}
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
        <dt className="text-muted">{m.catalogues_name()}</dt>
        <dd className="break-words">
          {name} <span className="text-muted">({catalogId})</span>
        </dd>
        <dt className="text-muted">{m.orders_products()}</dt>
        <dd>{formatCount(items)}</dd>
        <dt className="text-muted">{m.catalogues_synced_at()}</dt>
        <dd>{syncedAt ? <Time value={syncedAt} /> : m.common_not_yet()}</dd>
      </dl>
      {skipped.length > 0 && (
        <div>
          <p>{m.catalogues_skipped_title()}</p>
          <ul className="list-disc pl-5">
            {skipped.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
