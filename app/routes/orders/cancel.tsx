import { href } from "react-router";
import { formatKes } from "#app/platform/money/money.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/cancel";

export const meta: Route.MetaFunction = () => [{ title: m.orders_cancel() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { order } = await orThrowPage(context.get(apiContext)("GET /orders/:orderId", params));
  return { order };
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("POST /orders/:orderId/cancel", params);
  return done(href("/orders/:orderId", params), m.orders_cancel_done());
});

export default function CancelOrder({ loaderData: { order }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.orders_cancel_title()}
      answer={actionData}
      confirm={{ label: m.orders_cancel() }}
      keep={{ label: m.orders_cancel_keep(), to: href("/orders/:orderId", { orderId: order.id }) }}
    >
      <p>{m.orders_cancel_text({ number: String(order.number) })}</p>
      {order.paidCents > 0 && (
        <p>
          <strong>{m.orders_cancel_paid_text({ amount: formatKes(order.paidCents) })}</strong>
        </p>
      )}
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
