import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { categoryWords, partnerStatusWords } from "#app/domain/partners/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { percentText } from "#app/platform/numbers/percent.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";

type Referrals = CallOutput<"GET /referrals">;

/** An organisation's view of the revenue share: its own referrals, and how to become a partner. */
export function ReferralsOfOrganisation(referrals: Referrals & { mayAct: boolean }) {
  return (
    <>
      <PageHeader title={m.common_revenue_share()} description={m.referrals_overview_lead()} />
      <div className="grid gap-4">
        <Current current={referrals.current} mayAct={referrals.mayAct} />
        {referrals.former.length > 0 && <Former former={referrals.former} />}
        <BecomePartner {...referrals} />
      </div>
    </>
  );
}

function Current({ current, mayAct }: Pick<Referrals, "current"> & { mayAct: boolean }) {
  if (!current)
    return (
      <Card title={m.referrals_overview_referral_title()}>
        <p>{m.referrals_overview_no_partner_text()}</p>
      </Card>
    );
  return (
    <Card title={m.referrals_overview_referral_title()}>
      <DescriptionList
        items={[
          { term: m.common_partner(), value: current.partnerName },
          { term: m.common_category(), value: categoryWords[current.category] },
          { term: m.referrals_overview_confirmed(), value: <Time value={current.confirmedAt} to="day" /> },
          {
            term: m.referrals_overview_paid_since_then(),
            value: (
              <ParaglideMessage
                message={m.referrals_overview_money_text}
                inputs={{ transactions: counted(m.counts_transactions, current.transactions) }}
                markup={{ money: () => <Money cents={current.amountCents} /> }}
              />
            ),
          },
        ]}
      />
      <p className="hint mt-3">{m.referrals_overview_visible_text()}</p>
      {mayAct && (
        <p className="mt-4">
          <ButtonLink variant="danger-quiet" to={href("/revenue-share/leave")}>
            {m.referrals_remove_partner()}
          </ButtonLink>
        </p>
      )}
    </Card>
  );
}

function Former({ former }: Pick<Referrals, "former">) {
  return (
    <Card title={m.referrals_overview_former_referrals()}>
      <DataTable
        caption={m.referrals_overview_former_referrals()}
        rows={former}
        keyOf={(row) => row.id}
        columns={[
          { header: m.common_partner(), cell: (row) => row.partnerName, below: (row) => row.endReason },
          { header: m.common_from(), cell: (row) => <Time value={row.confirmedAt} to="day" /> },
          { header: m.common_until(), cell: (row) => row.endedAt && <Time value={row.endedAt} to="day" /> },
          {
            header: m.referrals_overview_paid_by_you(),
            number: true,
            cell: (row) => <Money cents={row.amountCents} />,
          },
        ]}
      />
    </Card>
  );
}

function BecomePartner({
  application,
  tiers,
  dayOfMonth,
  minimumCents,
  mayAct,
}: Referrals & { mayAct: boolean }) {
  const percents = [...new Set(tiers.map(({ percent }) => percentText(percent)))].join(", ");
  return (
    <Card title={m.referrals_become_partner()}>
      <ol className="mb-4 grid list-decimal gap-2 pl-5">
        <li>{m.referrals_overview_step_apply()}</li>
        <li>{m.referrals_overview_step_sign_in()}</li>
        <li>{m.referrals_overview_step_confirm()}</li>
        <li>{m.referrals_overview_step_earn({ percents })}</li>
        <li>{m.referrals_overview_step_payout({ dayOfMonth, minimum: formatKes(minimumCents) })}</li>
      </ol>
      <DataTable
        caption={m.common_shares_on_offer()}
        rows={tiers}
        keyOf={(row) => row.category}
        columns={[
          { header: m.referrals_overview_partner_type(), cell: (row) => categoryWords[row.category] },
          { header: m.referrals_overview_share(), number: true, cell: (row) => percentText(row.percent) },
        ]}
      />
      <div className="mt-4">
        {application ? (
          <p>
            <ParaglideMessage
              message={m.referrals_overview_applied_text}
              inputs={{
                applicationName: application.name,
                status: inSentence(partnerStatusWords[application.status]),
              }}
              markup={{ time: () => <Time value={application.createdAt} to="day" /> }}
            />
          </p>
        ) : mayAct ? (
          <ButtonLink to={href("/revenue-share/apply")}>{m.referrals_overview_apply_link()}</ButtonLink>
        ) : (
          <p className="hint">{m.referrals_overview_managers_only_text()}</p>
        )}
      </div>
    </Card>
  );
}
