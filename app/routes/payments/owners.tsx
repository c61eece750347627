import type { CallOutput } from "#app/api/client.server.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { Button } from "#app/ui/button.tsx";
import { FilterBar } from "#app/ui/filterBar.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card } from "#app/ui/page.tsx";
import { m } from "#messages";

type Shown = CallOutput<"GET /till-payments/:tillPaymentId"> & {
  search: string;
  contacts: { contactId: string; name: string; phone: string | null }[];
};

/** The customers whose number is one slip away, what they replied, and a search for others. */
export function Owners({
  shown: { candidates, questions, contacts, search },
  mayMatch,
}: {
  shown: Shown;
  mayMatch: boolean;
}) {
  return (
    <Card title={m.receipts_owner_title()}>
      <div className="grid gap-5">
        {candidates.length === 0 ? (
          <p className="hint">{m.receipts_candidates_empty()}</p>
        ) : (
          <People label={m.receipts_candidates()} people={candidates} mayMatch={mayMatch} />
        )}
        {questions.length > 0 && (
          <ul className="grid gap-1">
            {questions.map(({ id, contact, answer }) => (
              <li key={id} className="wrap-anywhere">
                {m.receipts_question_line({ contact, answer: answerWords(answer) })}
              </li>
            ))}
          </ul>
        )}
        {mayMatch && (
          <>
            <FilterBar
              label={m.receipts_search_label()}
              search={{ name: "q", value: search, placeholder: m.receipts_search_label() }}
            />
            {search !== "" && contacts.length === 0 && <p className="hint">{m.receipts_search_empty()}</p>}
            {contacts.length > 0 && (
              <People label={m.common_contacts()} people={contacts} mayMatch={mayMatch} />
            )}
          </>
        )}
      </div>
    </Card>
  );
}

const answerWords = (answer: "yes" | "no" | null) =>
  answer === "yes"
    ? m.receipts_answer_yes()
    : answer === "no"
      ? m.receipts_answer_no()
      : m.receipts_answer_none();

function People({
  label,
  people,
  mayMatch,
}: {
  label: string;
  people: readonly { contactId: string; name: string; phone: string | null; number?: string }[];
  mayMatch: boolean;
}) {
  return (
    <div>
      <h3 className="label">{label}</h3>
      <ul className="divide-y divide-line">
        {people.map(({ contactId, name, phone, number }) => (
          <li key={contactId} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <span className="wrap-anywhere">
              {name || (phone && readablePhone(phone)) || m.common_whatsapp_user()}
              <span className="hint block">{number ?? (phone && readablePhone(phone))}</span>
            </span>
            {mayMatch && (
              <Form method="post">
                <input type="hidden" name="contactId" value={contactId} />
                <Button variant="secondary" name="intent" value="assign">
                  {m.receipts_assign_button()}
                  <span className="sr-only"> {name}</span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
