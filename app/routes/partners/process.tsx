import { href } from "react-router";
import { payoutMethodWords } from "#app/domain/partners/words.ts";
import { monthWords } from "#app/platform/calendar.ts";
import { formatKes } from "#app/platform/money.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { DescriptionList } from "#app/ui/page.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/process";

export const meta: Route.MetaFunction = () => [{ title: "Process Settlement – Revenue Share" }];

export async function loader({ context, params: { settlementId } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [found, { float }] = await orErrorPage(
    Promise.all([
      api("GET /admin/settlements/:settlementId", { settlementId }),
      api("GET /admin/payouts", {}),
    ]),
  );
  const { partner } = await orErrorPage(
    api("GET /admin/partners/:partnerId", { partnerId: found.settlement.partnerId }),
  );
  return { ...found, float, partner };
}

export const action = formAction(
  noFields,
  async ({ api }, { params: { settlementId } }: Route.ActionArgs) => {
    const { state } = await api("POST /admin/settlements/:settlementId/process", { settlementId });
    return done(
      href("/revenue-share/settlements/:settlementId", { settlementId }),
      state === "approved" ? "Approved. A second person has to process it." : "The payout is under way.",
    );
  },
);

export default function ProcessSettlement({ loaderData, actionData }: Route.ComponentProps) {
  const { settlement, needsTwo, partner, float } = loaderData;
  const isFirst = needsTwo && (!settlement.firstApprovedBy || settlement.status === "failed");
  const account =
    partner.payoutMethod === "mpesa" ? partner.payoutPhone : `${partner.bankName} ${partner.bankAccount}`;
  return (
    <ConfirmPage
      title={`Pay ${formatKes(settlement.payoutCents)} to ${partner.name}?`}
      answer={actionData}
      confirm={{ label: isFirst ? "Approve as the first person" : "Process Settlement", harmless: true }}
      keep={{
        label: "Not now",
        to: href("/revenue-share/settlements/:settlementId", { settlementId: settlement.id }),
      }}
    >
      {needsTwo && (
        <Notice tone="info" title="Two people are needed for this amount">
          {isFirst
            ? "You approve it, and another person processes it."
            : `${settlement.firstApprovedBy} approved it. Another person processes it.`}
        </Notice>
      )}
      <DescriptionList
        items={[
          { term: "For", value: monthWords(settlement.period) },
          { term: "Paid by", value: payoutMethodWords[partner.payoutMethod] },
          { term: "To", value: account || "Not entered yet" },
          { term: "Name", value: partner.payoutName || "Not entered yet" },
          ...(partner.payoutMethod === "mpesa"
            ? [
                {
                  term: "Float at M-Pesa",
                  value: float ? formatKes(float.utilityCents) : "Not asked yet; it is before the payout",
                },
              ]
            : []),
        ]}
      />
    </ConfirmPage>
  );
}
