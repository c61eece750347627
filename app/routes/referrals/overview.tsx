import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { categoryWords, partnerStatusWords } from "#app/domain/partners/words.ts";
import { countOf } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import { isManager } from "#app/platform/roles.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Money } from "#app/ui/money.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { Time } from "#app/ui/time.tsx";
import { useRoot } from "#app/web/useRoot.ts";

type Referrals = CallOutput<"GET /referrals">;

/** What an organisation sees of the revenue share: its own referrals, and how to become a partner. */
export function ReferralsOfOrganisation(referrals: Referrals) {
  return (
    <>
      <PageHeader
        title="Revenue Share"
        description="Partners bring organisations here and get a share of what those pay. It costs the organisations nothing."
      />
      <div className="grid gap-4">
        <Current current={referrals.current} />
        {referrals.former.length > 0 && <Former former={referrals.former} />}
        <BecomePartner {...referrals} />
      </div>
    </>
  );
}

function Current({ current }: Pick<Referrals, "current">) {
  const mayAct = isManager(useRoot()?.user);
  if (!current)
    return (
      <Card title="Your referral">
        <p>
          No partner is linked to your organisation. If one brought you here, open the link that they sent
          you; an owner or admin confirms it.
        </p>
      </Card>
    );
  return (
    <Card title="Your referral">
      <DescriptionList
        items={[
          { term: "Partner", value: current.partnerName },
          { term: "Category", value: categoryWords[current.category] ?? current.category },
          { term: "Confirmed", value: <Time value={current.confirmedAt} to="day" /> },
          {
            term: "Paid by you since then",
            value: (
              <>
                <Money cents={current.amountCents} /> in {countOf(current.transactions, "transaction")}
              </>
            ),
          },
        ]}
      />
      <p className="hint mt-3">
        The partner sees your organisation’s name, its number without the middle digits, and these payments;
        never your contacts or messages.
      </p>
      {mayAct && (
        <p className="mt-4">
          <ButtonLink variant="secondary" to={href("/revenue-share/leave")}>
            End the link
          </ButtonLink>
        </p>
      )}
    </Card>
  );
}

function Former({ former }: Pick<Referrals, "former">) {
  return (
    <Card title="Former referrals">
      <DataTable
        caption="Former referrals"
        rows={former}
        keyOf={(row) => row.id}
        columns={[
          { header: "Partner", cell: (row) => row.partnerName, below: (row) => row.endReason },
          { header: "From", cell: (row) => <Time value={row.confirmedAt} to="day" /> },
          { header: "Until", cell: (row) => row.endedAt && <Time value={row.endedAt} to="day" /> },
          { header: "Paid by you", number: true, cell: (row) => <Money cents={row.amountCents} /> },
        ]}
      />
    </Card>
  );
}

function BecomePartner({ application, tiers, dayOfMonth, minimumCents }: Referrals) {
  const mayAct = isManager(useRoot()?.user);
  const percents = tiers.map(({ percent }) => `${percent}%`).join(", ");
  return (
    <Card title="Become a partner">
      <ol className="mb-4 grid list-decimal gap-2 pl-5">
        <li>Apply, and tell us whom you would bring. We look at it and answer by mail.</li>
        <li>You get a sign-in of your own as a partner, and a link for your organisations.</li>
        <li>An owner or admin of each organisation confirms the link, and may end it at any time.</li>
        <li>You get a share of what they pay from then on: {percents}, by the kind of partner.</li>
        <li>
          On the {dayOfMonth}th of each month the month before is settled and paid by M-Pesa or bank, from{" "}
          {formatKes(minimumCents)} on.
        </li>
      </ol>
      <DataTable
        caption="Shares on offer"
        rows={tiers}
        keyOf={(row) => row.name}
        columns={[
          { header: "Kind of partner", cell: (row) => row.name },
          { header: "Share", number: true, cell: (row) => `${row.percent}%` },
        ]}
      />
      <div className="mt-4">
        {application ? (
          <p>
            Your organisation applied on <Time value={application.createdAt} to="day" /> as {application.name}
            : {partnerStatusWords[application.status].toLowerCase()}.
          </p>
        ) : mayAct ? (
          <ButtonLink to={href("/revenue-share/apply")}>Apply to become a partner</ButtonLink>
        ) : (
          <p className="hint">An owner or admin of your organisation can apply.</p>
        )}
      </div>
    </Card>
  );
}
