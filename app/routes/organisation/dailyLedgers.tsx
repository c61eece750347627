import { href } from "react-router";
import { ledgerSettings } from "#app/domain/insights/dailyLedger/schemas.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { longDay } from "#app/platform/time/dayWords.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { CheckboxField } from "#app/ui/field.tsx";
import { Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/dailyLedgers";

export const meta: Route.MetaFunction = () => [{ title: m.organisation_ledgers() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const cursor = new URL(request.url).searchParams.get("cursor") ?? "";
  const found = await pageApi(context)("GET /daily-ledgers", { cursor });
  const user = context.get(userContext);
  return {
    ...{ ...found, cursor: cursor || undefined },
    mayExport: may(user, "activity.export"),
    mayPublish: may(user, "activity.publish"),
  };
}

export const action = formAction(ledgerSettings, async ({ value, api }) => {
  await api("PUT /daily-ledgers/settings", value);
  return done(href("/activity/ledgers"), m.common_saved());
});

export default function DailyLedgers({ loaderData }: Route.ComponentProps) {
  const { ledgers, cursor, nextCursor, mayExport, mayPublish, isPublic, address } = loaderData;
  return (
    <>
      <PageHeader title={m.organisation_ledgers()} description={m.organisation_ledgers_lead()} />
      <div className="grid gap-6">
        {ledgers.length === 0 ? (
          <EmptyState art="activity" title={m.organisation_ledgers_none()} />
        ) : (
          <Ledgers ledgers={ledgers} mayExport={mayExport} />
        )}
        <Pagination cursor={cursor} nextCursor={nextCursor} />
        <Card title={m.organisation_ledgers_check()}>
          <p>{m.organisation_ledgers_check_how()}</p>
          <p className="mt-3">
            <ButtonLink to={href("/ledgers/verify.mjs")} variant="secondary" reloadDocument>
              {m.organisation_ledgers_program()}
            </ButtonLink>
          </p>
        </Card>
        {mayPublish && <Publishing isPublic={isPublic} address={address} />}
      </div>
    </>
  );
}

type Shown = Route.ComponentProps["loaderData"];

function Ledgers({ ledgers, mayExport }: Pick<Shown, "ledgers" | "mayExport">) {
  return (
    <DataTable
      caption={m.organisation_ledgers()}
      paged
      rows={ledgers}
      keyOf={({ day }) => day}
      columns={[
        {
          header: m.common_day(),
          cell: ({ day }) =>
            mayExport ? (
              <a className="link" href={`${href("/activity/ledgers/file")}?day=${day}`}>
                {longDay(day)}
              </a>
            ) : (
              longDay(day)
            ),
          below: ({ root }) => <code className="text-xs wrap-anywhere">{root}</code>,
        },
        { header: m.organisation_ledgers_states(), cell: ({ messageRows }) => formatCount(messageRows) },
        { header: m.common_payments(), cell: ({ paymentRows }) => formatCount(paymentRows) },
      ]}
    />
  );
}

function Publishing({ isPublic, address }: Pick<Shown, "isPublic" | "address">) {
  return (
    <Card title={m.organisation_ledgers_publishing()}>
      <Form method="post" className="grid gap-4">
        <CheckboxField
          name="isPublic"
          label={m.organisation_ledgers_public()}
          hint={m.organisation_ledgers_public_hint()}
          defaultChecked={isPublic}
        />
        {isPublic && (
          <p className="wrap-anywhere">
            <a className="link" href={address}>
              {address}
            </a>
          </p>
        )}
        <FormActions submitLabel={m.common_save_settings()} />
      </Form>
    </Card>
  );
}
