import { and, eq, inArray } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { books, dues } from "#app/db/schema/sales/books.ts";
import {
  type SequenceStep,
  sequenceEnrolments,
  sequenceStepRuns,
  sequences,
  sequenceVersions,
} from "#app/db/schema/sequences/sequences.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import type { DemoOrganisation } from "./organisations.server.ts";
import { countSequences } from "./rollUps.server.ts";
import { dayMs, demoId } from "./seed.ts";
import { type Course, feeCourse, offerCourse, type Sent } from "./sequenceCourses.ts";
import type { DemoSender } from "./whatsapp.server.ts";

type OrgId = DemoOrganisation["orgId"];
interface Person {
  id: string;
  phone: string;
  name: string;
}

/** The parents of the evening school, whose fees are in the book. */
export const schoolTag = "evening-school";
const catalogueUrl = "https://duka-letu.example/c";
const schoolPeople = 30;
const offerPeople = 24;

/** Contacts that were there before their sequence began: parents first, then those who get an offer. */
async function peopleOf(tx: Tx, orgId: OrgId, now: Date): Promise<{ school: Person[]; offer: Person[] }> {
  const { rows } = await clientOf(tx).query<Person>({
    text: `select id, phone, name from contacts where org_id = $1 and phone > '+254700000040' and opted_out_at is null
      and consent = 'granted' and created_at < $2 order by phone limit $3`,
    values: [orgId, new Date(now.getTime() - 50 * dayMs), schoolPeople + offerPeople],
  });
  return { school: rows.slice(0, schoolPeople), offer: rows.slice(schoolPeople) };
}

/** What was sent by a template, or replied. */
export interface SequenceLine {
  phone: string;
  at: Date;
  /** Empty: a reply. */
  template: string;
  text: string;
  variables: Record<string, string>;
}

/** What was sent by the sequences, and what customers replied, as lines of conversations. The parents get their tag. */
export async function sequenceLines(tx: Tx, orgId: OrgId, now: Date): Promise<SequenceLine[]> {
  const { school, offer } = await peopleOf(tx, orgId, now);
  await clientOf(tx).query({
    text: "update contacts set tags = tags || $3::text[] where org_id = $1 and id = any($2::text[])",
    values: [orgId, school.map(({ id }) => id), [schoolTag]],
  });
  const linesOf = (people: readonly Person[], courseOf: (index: number, now: Date) => Course) =>
    people.flatMap(({ phone, name }, index) => {
      const { sent, reply, anchorAt } = courseOf(index, now);
      const variables = { "1": name.split(" ")[0]!, "2": anchorAt ? dayOf(anchorAt) : catalogueUrl };
      const said = sent.map(({ template, at }) => ({ template, at, text: "" }));
      const answered = reply ? [{ ...reply, template: "" }] : [];
      return [...said, ...answered].map((line) => ({ ...line, phone, variables }));
    });
  return [...linesOf(school, feeCourse), ...linesOf(offer, offerCourse)];
}

interface At {
  orgId: OrgId;
  now: Date;
  sender: DemoSender;
}

const clock = "09:00";
const untilAnchor = (id: string, days: number): SequenceStep => ({
  ...{ id, kind: "wait" },
  wait: { until: "anchor", days, clock },
});

const feeSteps = (templateId: string): SequenceStep[] => {
  const remind = (id: string): SequenceStep => ({
    ...{ id, kind: "send", templateId },
    values: ["{name}", "{anchor_date}"],
  });
  return [
    ...[untilAnchor("s1", -3), remind("s2"), untilAnchor("s3", 0), remind("s4")],
    ...[untilAnchor("s5", 3), remind("s6")],
  ];
};

const offerSteps = (catalogueId: string, offerId: string): SequenceStep[] => [
  { id: "s1", kind: "send", templateId: catalogueId, values: ["{name}", catalogueUrl] },
  { id: "s2", kind: "wait", wait: { until: "days", amount: 3 } },
  { id: "s3", kind: "send", templateId: offerId, values: ["{name}"] },
  { id: "s4", kind: "wait", wait: { until: "days", amount: 4 } },
  { id: "s5", kind: "check", fact: "tags", operator: "contains", value: "vip", otherwise: "end" },
  { id: "s6", kind: "act", action: { kind: "tag", tag: "loyal" } },
];

/** The reminders of the school's fees, and an offer after the shop's catalogue, with people in several of their steps. */
export async function loadDemoSequences(tx: Tx, at: At): Promise<void> {
  const { orgId, now, sender } = at;
  const { school, offer } = await peopleOf(tx, orgId, now);
  const templateOf = (name: string) => sender.templateIds.get(name)!;
  const fees = await addSequence(tx, at, "Fee reminder", feeSteps(templateOf("fee_reminder")), false);
  const trips = await tx
    .select({ id: dues.id, contactId: dues.contactId })
    .from(dues)
    .where(and(eq(dues.orgId, orgId), eq(dues.label, tripLabel)));
  const tripOf = new Map(trips.map(({ id, contactId }) => [contactId, id]));
  await addEnrolments(tx, at, fees, school, (index) => ({
    ...feeCourse(index, now),
    subjectId: tripOf.get(school[index]!.id) ?? "",
  }));
  await tx.update(books).set({ reminderSequenceId: fees }).where(eq(books.orgId, orgId));
  await tx
    .update(dues)
    .set({ remindedAt: now })
    .where(and(eq(dues.orgId, orgId), eq(dues.label, tripLabel)));
  const steps = offerSteps(templateOf("new_catalogue"), templateOf("weekend_offer"));
  const offers = await addSequence(tx, at, "Catalogue, then an offer", steps, true);
  await addEnrolments(tx, at, offers, offer, (index) => offerCourse(index, now));
  for (const text of countSequences) await clientOf(tx).query({ text });
}

export const tripLabel = "Trip to Naivasha";

async function addSequence(
  tx: Tx,
  { orgId, now }: At,
  name: string,
  steps: SequenceStep[],
  endsOnReply: boolean,
): Promise<string> {
  const createdAt = new Date(now.getTime() - 45 * dayMs);
  const id = demoId("seq", name, createdAt);
  await tx.insert(sequences).values({
    ...{ orgId, id, name, draft: steps, state: "on", version: 1, isChanged: false, endsOnReply, createdAt },
    nextStep: steps.length + 1,
  });
  await tx.insert(sequenceVersions).values({ orgId, sequenceId: id, number: 1, steps, createdAt });
  return id;
}

type Entered = Course & { subjectId?: string };

async function addEnrolments(
  tx: Tx,
  { orgId, sender }: At,
  sequenceId: string,
  people: readonly Person[],
  courseOf: (index: number) => Entered,
): Promise<void> {
  const sentIds = await messagesTo(tx, orgId, people);
  const entered = people.flatMap((person, index) => {
    const course = courseOf(index);
    if (!course.enteredAt) return [];
    return [{ person, course, id: demoId("enr", `${sequenceId} ${index}`, course.enteredAt) }];
  });
  await tx.insert(sequenceEnrolments).values(
    entered.map(
      ({ person, id, course: { enteredAt, anchorAt, stepId, since, waitsUntil, end, subjectId } }) => ({
        ...{ orgId, id, sequenceId, version: 1, contactId: person.id, subjectId: subjectId ?? "", anchorAt },
        ...{ source: subjectId ? ("book" as const) : ("audience" as const), stepId, enteredAt: since },
        ...{ waitsUntil: end ? null : waitsUntil, dueAt: end ? null : waitsUntil, createdAt: enteredAt! },
        ...{ endedAt: end?.at ?? null, endReason: end?.reason ?? null },
      }),
    ),
  );
  const keyOf = (contactId: string, { template, at }: Pick<Sent, "template" | "at">) =>
    `${contactId} ${sender.templateIds.get(template)} ${at.getTime()}`;
  await tx.insert(sequenceStepRuns).values(
    entered.flatMap(({ person, id: enrolmentId, course: { passed, sent, reply } }) =>
      passed.map(({ stepId, at, outcome }) => {
        const message = sent.find((one) => one.stepId === stepId);
        const isAnswered = reply && message && message === sent.at(-1);
        return {
          ...{ orgId, enrolmentId, stepId, sequenceId, outcome, at },
          messageId: message ? (sentIds.get(keyOf(person.id, message)) ?? null) : null,
          repliedAt: isAnswered ? reply.at : null,
        };
      }),
    ),
  );
}

/** The ids of what was sent to people, by contact, template and time. */
async function messagesTo(tx: Tx, orgId: OrgId, people: readonly Person[]) {
  const rows = await tx
    .select({
      ...{ id: messages.id, contactId: messages.contactId, templateId: messages.templateId },
      at: messages.createdAt,
    })
    .from(messages)
    .where(
      and(
        eq(messages.orgId, orgId),
        inArray(
          messages.contactId,
          people.map(({ id }) => id),
        ),
        eq(messages.direction, "out"),
      ),
    );
  return new Map(
    rows.map(({ id, contactId, templateId, at }) => [`${contactId} ${templateId} ${at.getTime()}`, id]),
  );
}
