import { Link, redirect, useRouteLoaderData } from "react-router";
import { z } from "zod";
import type { ApiClient } from "#app/api/client.server.ts";
import { idempotencyKey, topUpAmountKes, topUpPresets } from "#app/domain/ledger/schemas.ts";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import type { loader as rootLoader } from "#app/root.tsx";
import { countOf, formatCount } from "#app/shared/counts.ts";
import { formatKes } from "#app/shared/money.ts";
import { safePath } from "#app/shared/safePath.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { RadioGroupField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { errorAt, problemsOf, typedOr } from "#app/ui/messaging/problems.ts";
import { Card, DescriptionList, EmptyState, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/time.tsx";
import type { Route } from "./+types/billing";

const schema = z.object({ amountKes: topUpAmountKes, key: idempotencyKey });

export const meta: Route.MetaFunction = () => [{ title: "Billing & Subscription" }];

/** What waits for the money, by `from`: a draft is named, any other screen of ours is a way back; else null. */
async function placeBefore(from: string | null, api: ApiClient) {
  const to = safePath(from, "");
  if (to === "") return null;
  const campaignId = /^\/messaging\/campaigns\/(\w+)\/review$/.exec(to)?.[1];
  if (campaignId === undefined) return { to, label: "Back to where you were" };
  const campaign = await api("GET /campaigns/:campaignId", { campaignId }).catch(() => null);
  return campaign && { to, label: `Back to the campaign “${campaign.name}”` };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const from = new URL(request.url).searchParams.get("from");
  const [wallet, back] = await Promise.all([orErrorPage(api("GET /wallet", {})), placeBefore(from, api)]);
  return { wallet, back, topUpPresets, key: crypto.randomUUID() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  try {
    await context.get(apiContext)("POST /wallet/test-credit", submission.value);
  } catch (error) {
    return refuse(submission, error);
  }
  const text = `${formatKes(submission.value.amountKes * 100)} of test credit added.`;
  const from = safePath(new URL(request.url).searchParams.get("from"), "");
  return redirect(from ? `/billing?${new URLSearchParams({ from })}` : "/billing", {
    headers: withToast({ kind: "success", text }),
  });
}

export default function Billing({ loaderData, actionData }: Route.ComponentProps) {
  const { wallet, back, topUpPresets: presets, key } = loaderData;
  const { plan, entries } = wallet;
  const mayAct = useRouteLoaderData<typeof rootLoader>("root")?.user?.role !== "agent";
  const result = actionData?.result;
  const includedLeft = Math.max(0, plan.includedMessages - plan.includedUsed - plan.includedHeld);
  return (
    <>
      <PageHeader
        title="Billing & Subscription"
        description="You pay for delivered messages. Money for a running campaign is set aside until they arrive."
        actions={
          back && (
            <ButtonLink to={back.to} variant="secondary">
              {back.label}
            </ButtonLink>
          )
        }
      />
      <div className="grid gap-6">
        <ErrorSummary errors={problemsOf(result)} />
        <StatGrid>
          <Stat label="Wallet" value={formatKes(wallet.balanceCents)} hint="Free to spend" />
          <Stat label="Set aside" value={formatKes(wallet.heldCents)} hint="For messages under way" />
          <Stat
            label="Included messages left"
            value={formatCount(includedLeft)}
            hint={`Of ${formatCount(plan.includedMessages)} this month`}
          />
          <Stat label="Delivered this month" value={formatCount(plan.delivered)} />
        </StatGrid>
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <Card title="Plan">
            <DescriptionList
              items={[
                { term: "Plan", value: plan.planType },
                {
                  term: "Billing",
                  value:
                    plan.billingType === "prepaid"
                      ? "Prepaid, from the wallet"
                      : "By the month; further messages from the wallet",
                },
                { term: "Monthly fee", value: formatKes(plan.monthlyCents) },
                { term: "Included each month", value: countOf(plan.includedMessages, "message") },
                { term: "Further messages", value: `${formatKes(plan.perMessageCents)} each` },
              ]}
            />
          </Card>
          {wallet.testCredit && mayAct && (
            <Card title="Add test credit">
              <Form method="post" noValidate className="grid gap-4">
                <input type="hidden" name="key" value={typedOr(result, "key", key)} />
                <RadioGroupField
                  label="Amount"
                  name="amountKes"
                  defaultValue={typedOr(result, "amountKes", String(presets[0]))}
                  error={errorAt(result, "amountKes")}
                  hint="This is the sandbox: the money is not real, and nothing is charged."
                  options={presets.map((amount) => ({
                    value: String(amount),
                    label: `KES ${formatCount(amount)}`,
                  }))}
                />
                <p>
                  <Button>Add test credit</Button>
                </p>
              </Form>
            </Card>
          )}
        </div>
        <section>
          <h2 className="mb-3">Entries</h2>
          {entries.length === 0 ? (
            <EmptyState title="No entries yet">Top-ups and messages show up here.</EmptyState>
          ) : (
            <Table caption="Entries of the wallet" stacked>
              <thead>
                <tr>
                  <th scope="col">Entry</th>
                  <th scope="col">Time</th>
                  <th scope="col" className="number">
                    Wallet
                  </th>
                  <th scope="col" className="number">
                    Spent
                  </th>
                  <th scope="col" className="number">
                    Came back
                  </th>
                </tr>
              </thead>
              <tbody>
                {entries.map((entry) => (
                  <tr key={entry.id}>
                    <th scope="row">
                      {entry.hold?.campaignId.startsWith("cmp_") ? (
                        <Link className="link" to={`/messaging/campaigns/${entry.hold.campaignId}`}>
                          {entry.description}
                        </Link>
                      ) : (
                        entry.description
                      )}
                    </th>
                    <td className="sm:whitespace-nowrap">
                      <Time value={entry.createdAt} />
                    </td>
                    <td className="number sm:whitespace-nowrap" data-label="Wallet">
                      {signed(entry.walletCents)}
                    </td>
                    <td className="number sm:whitespace-nowrap" data-label="Spent">
                      {entry.hold ? formatKes(entry.hold.spentCents) : "–"}
                    </td>
                    <td className="number sm:whitespace-nowrap" data-label="Came back">
                      {entry.hold ? formatKes(entry.hold.returnedCents) : "–"}
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </section>
      </div>
    </>
  );
}

const signed = (cents: number) =>
  cents === 0 ? "–" : `${cents > 0 ? "+" : "−"}${formatKes(Math.abs(cents))}`;

export { ScreenError as ErrorBoundary };
