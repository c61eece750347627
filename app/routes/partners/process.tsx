import { href } from "react-router";
import { payoutMethodWords } from "#app/domain/partners/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { monthWords } from "#app/platform/time/calendar.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { DescriptionList } from "#app/ui/page.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/process";

export const meta: Route.MetaFunction = () => [{ title: m.partners_process_settlement_revenue_share() }];

export async function loader({ context, params: { settlementId } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [found, { float }] = await orThrowPage(
    Promise.all([
      api("GET /admin/settlements/:settlementId", { settlementId }),
      api("GET /admin/payouts", {}),
    ]),
  );
  return { ...found, float };
}

export const action = formAction(
  noFields,
  async ({ api }, { params: { settlementId } }: Route.ActionArgs) => {
    const { state } = await api("POST /admin/settlements/:settlementId/process", { settlementId });
    return done(
      href("/revenue-share/settlements/:settlementId", { settlementId }),
      state === "approved"
        ? m.partners_approved_a_second_person_has_to()
        : m.partners_the_payout_is_under_way(),
    );
  },
);

export default function ProcessSettlement({ loaderData, actionData }: Route.ComponentProps) {
  const { settlement, needsTwo, float } = loaderData;
  const isFirst = needsTwo && (!settlement.firstApprovedBy || settlement.status === "failed");
  const { payTo } = settlement;
  const isMpesa = payTo?.method === "mpesa";
  const account = isMpesa ? payTo.phone : `${payTo?.bankName ?? ""} ${payTo?.bankAccount ?? ""}`.trim();
  return (
    <ConfirmPage
      title={m.partners_pay_to({
        payout: formatKes(settlement.payoutCents),
        partnerName: settlement.partnerName,
      })}
      answer={actionData}
      confirm={{
        label: isFirst ? m.partners_approve_as_the_first_person() : m.partners_process_settlement(),
        harmless: true,
      }}
      keep={{
        label: m.partners_not_now(),
        to: href("/revenue-share/settlements/:settlementId", { settlementId: settlement.id }),
      }}
    >
      {needsTwo && (
        <Notice tone="info" title={m.partners_two_people_are_needed_for_this()}>
          {isFirst
            ? m.partners_you_approve_it_and_another_person()
            : m.partners_approved_it_another_person_processes_it({
                firstApprovedBy: settlement.firstApprovedBy ?? "",
              })}
        </Notice>
      )}
      <DescriptionList
        items={[
          { term: m.partners_paid_for(), value: monthWords(settlement.period) },
          { term: m.partners_paid_by(), value: payTo ? payoutMethodWords[payTo.method] : "" },
          { term: m.partners_payee(), value: account || m.common_not_entered_yet() },
          { term: m.common_name(), value: payTo?.name || m.common_not_entered_yet() },
          ...(isMpesa
            ? [
                {
                  term: m.partners_float_at_m_pesa(),
                  value: float ? formatKes(float.utilityCents) : m.partners_not_asked_yet(),
                },
              ]
            : []),
        ]}
      />
    </ConfirmPage>
  );
}
