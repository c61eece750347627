import { clientOf, type Tx } from "#app/db/client.server.ts";
import type { InboundMessage } from "#app/domain/whatsapp/webhookEvents/events.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { type Tap, tappedScore } from "./question.ts";

interface Place {
  orgId: OrgId;
  phoneNumberId: string;
}

/** A customer's answer to the question that they were asked. */
export interface Answer {
  requestId: string;
  score: number;
  at: Date;
}

interface SentQuestion {
  id: string;
  contactId: string;
  wamid: string | null;
}

/** By the request of a row; else the requests to these contacts, by the message that a button answers. */
const requestsText = `
select r.id, v.contact_id as "contactId", m.wamid
from satisfaction_requests r
join conversations v on v.org_id = $1 and v.id = r.conversation_id
left join messages m on m.org_id = $1 and m.id = r.message_id
where r.org_id = $1 and r.id = any($2::text[]) and v.phone_number_id = $3
union
select r.id, v.contact_id, m.wamid
from conversations v
join satisfaction_requests r on r.org_id = $1 and r.conversation_id = v.id
join messages m on m.org_id = $1 and m.id = r.message_id
where v.org_id = $1 and v.phone_number_id = $3 and v.contact_id = any($4::text[]) and m.wamid = any($5::text[])`;

/**
 * The answers among messages, by place in the list: of the person who was asked, to that very message at this number. A row or
 * button of another person's question is an ordinary message.
 */
export async function answersAmong(
  tx: Tx,
  { orgId, phoneNumberId }: Place,
  messages: readonly { contactId: string; message: InboundMessage; at: Date }[],
): Promise<(Answer | undefined)[]> {
  const taps = messages.map(({ message }) => tappedScore(message));
  if (!taps.some((tap) => tap)) return taps.map(() => undefined);
  const byButton = messages.flatMap(({ contactId }, n) =>
    taps[n]?.requestId === null && taps[n].answers ? [{ contactId, wamid: taps[n].answers }] : [],
  );
  const { rows } = await clientOf(tx).query<SentQuestion>({
    name: "satisfaction-requests",
    text: requestsText,
    values: [
      orgId,
      taps.flatMap((tap) => tap?.requestId ?? []),
      phoneNumberId,
      byButton.map(({ contactId }) => contactId),
      byButton.map(({ wamid }) => wamid),
    ],
  });
  return messages.map(({ contactId, at }, n) => {
    const tap = taps[n];
    const request = tap && rows.find((row) => row.contactId === contactId && isTo(row, tap));
    return request ? { requestId: request.id, score: tap!.score, at } : undefined;
  });
}

/** A row can be tapped before Meta's id of the question is stored. */
const isTo = ({ id, wamid }: SentQuestion, { requestId, answers }: Tap): boolean =>
  requestId === null
    ? wamid !== null && wamid === answers
    : id === requestId && (wamid === null || wamid === answers);

const scoreText = `
update satisfaction_requests r set score = t.score, answered_at = t.at
from jsonb_to_recordset($2::jsonb) as t(id text, score smallint, at timestamptz)
where r.org_id = $1 and r.id = t.id and r.score is null
returning r.id`;

/** Stores the first answer to each request, while its conversation is locked. Returns those that count. */
export async function storeAnswers(
  tx: Tx,
  orgId: OrgId,
  answers: readonly (Answer | undefined)[],
): Promise<ReadonlySet<Answer | undefined>> {
  const firsts = new Map<string, Answer>();
  for (const answer of answers)
    if (answer && !firsts.has(answer.requestId)) firsts.set(answer.requestId, answer);
  if (firsts.size === 0) return new Set();
  const rows = [...firsts.values()].map(({ requestId: id, score, at }) => ({ id, score, at }));
  const { rows: stored } = await clientOf(tx).query<{ id: string }>({
    name: "store-satisfaction",
    text: scoreText,
    values: [orgId, JSON.stringify(rows)],
  });
  return new Set(stored.map(({ id }) => firsts.get(id)!));
}
