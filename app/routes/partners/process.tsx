import { href } from "react-router";
import { payoutMethodWords } from "#app/domain/partners/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { monthWords } from "#app/platform/time/calendar.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { DescriptionList } from "#app/ui/page.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/process";

export const meta: Route.MetaFunction = () => [{ title: m.partners_process_page_title() }];

export async function loader({ context, params: { settlementId } }: Route.LoaderArgs) {
  const api = pageApi(context);
  const [found, { float }] = await Promise.all([
    api("GET /admin/settlements/:settlementId", { settlementId }),
    api("GET /admin/payouts", {}),
  ]);
  return { ...found, float };
}

export const action = formAction(
  noFields,
  async ({ api }, { params: { settlementId } }: Route.ActionArgs) => {
    const { state } = await api("POST /admin/settlements/:settlementId/process", { settlementId });
    return done(
      href("/revenue-share/settlements/:settlementId", { settlementId }),
      state === "approved"
        ? m.partners_process_approved_done()
        : m.partners_process_payout_in_progress_done(),
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
      title={m.partners_process_pay_to_title({
        payout: formatKes(settlement.payoutCents),
        partnerName: settlement.partnerName,
      })}
      answer={actionData}
      confirm={{
        label: isFirst ? m.partners_process_approve_label() : m.partners_process_settlement(),
        harmless: true,
      }}
      keep={{
        label: m.common_not_now(),
        to: href("/revenue-share/settlements/:settlementId", { settlementId: settlement.id }),
      }}
    >
      {needsTwo && (
        <Notice tone="info" title={m.partners_process_two_people_title()}>
          {isFirst
            ? m.partners_process_first_person_text()
            : m.partners_process_second_person_text({
                firstApprovedBy: settlement.firstApprovedBy ?? "",
              })}
        </Notice>
      )}
      <DescriptionList
        items={[
          { term: m.partners_process_paid_for(), value: monthWords(settlement.period) },
          { term: m.partners_paid_by(), value: payTo ? payoutMethodWords[payTo.method] : "" },
          { term: m.partners_to(), value: account || m.common_not_provided_yet() },
          { term: m.common_name(), value: payTo?.name || m.common_not_provided_yet() },
          ...(isMpesa
            ? [
                {
                  term: m.partners_process_float_at_mpesa(),
                  value: float ? formatKes(float.utilityCents) : m.partners_process_before_payout(),
                },
              ]
            : []),
        ]}
      />
    </ConfirmPage>
  );
}
