import { and, count, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import {
  type SequenceStep,
  sequenceEnrolments,
  sequences,
  sequenceVersions,
} from "#app/db/schema/sequences/sequences.ts";
import { rowsOf } from "#app/db/together.server.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { pageOf, pageSize } from "#app/platform/pageOf.ts";
import { findSequence, shortOf } from "./find.server.ts";

const shown = {
  ...{ id: sequenceEnrolments.id, sequenceId: sequenceEnrolments.sequenceId },
  ...{ source: sequenceEnrolments.source },
  ...{ held: sequenceEnrolments.held, waitsUntil: sequenceEnrolments.waitsUntil },
  ...{ dueAt: sequenceEnrolments.dueAt, endReason: sequenceEnrolments.endReason },
  ...{ endedAt: sequenceEnrolments.endedAt, createdAt: sequenceEnrolments.createdAt },
};

/** With the step at which an enrolment stands, by its version. */
const withStep = { ...shown, stepId: sequenceEnrolments.stepId, steps: sequenceVersions.steps };

const ownVersion = (orgId: OrgContext["orgId"]) =>
  and(
    ...[eq(sequenceVersions.orgId, orgId), eq(sequenceVersions.sequenceId, sequenceEnrolments.sequenceId)],
    eq(sequenceVersions.number, sequenceEnrolments.version),
  );

/** The step with its number, from 1; null where an enrolment is at none. */
function stepOf<Row extends { stepId: string | null; steps: SequenceStep[] | null }>(row: Row) {
  const { stepId, steps, ...rest } = row;
  const at = steps?.findIndex(({ id }) => id === stepId) ?? -1;
  return { ...rest, step: at < 0 ? null : { number: at + 1, kind: steps![at]!.kind } };
}

type Show = "all" | "open" | "held" | "ended";

function shownBy(show: Show) {
  if (show === "open") return isNull(sequenceEnrolments.endedAt);
  if (show === "held") return and(isNull(sequenceEnrolments.endedAt), isNotNull(sequenceEnrolments.held));
  return show === "ended" ? isNotNull(sequenceEnrolments.endedAt) : undefined;
}

/** The enrolments of a sequence, newest first. @throws DomainError `sequence.not_found` */
export const listEnrolments = (ctx: OrgContext, input: { sequenceId: string; show: Show; page: number }) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const sequence = await findSequence(tx, ctx, input.sequenceId);
    const matching = and(
      ...[eq(sequenceEnrolments.orgId, ctx.orgId), eq(sequenceEnrolments.sequenceId, sequence.id)],
      ...[isNotNull(sequenceEnrolments.contactId), shownBy(input.show)],
    );
    const [counted] = await tx.select({ rows: count() }).from(sequenceEnrolments).where(matching);
    const { page, pages, offset } = pageOf(counted?.rows ?? 0, input.page);
    const rows = await tx
      .select({ ...withStep, contactId: contacts.id, name: contacts.name, phone: contacts.phone })
      .from(sequenceEnrolments)
      .innerJoin(contacts, and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, sequenceEnrolments.contactId)))
      .leftJoin(sequenceVersions, ownVersion(ctx.orgId))
      .where(matching)
      .orderBy(desc(sequenceEnrolments.id))
      .limit(pageSize)
      .offset(offset);
    const enrolments = rows.map(({ name, phone, ...row }) => ({
      ...stepOf(row),
      contact: nameOf(name, phone),
    }));
    return { sequence: shortOf(sequence), enrolments, ...{ page, pages } };
  });

const mostOfContact = 10;

const newestOf = (tx: Tx, orgId: OrgContext["orgId"], contactId: string) =>
  tx
    .select({ ...withStep, sequence: sequences.name })
    .from(sequenceEnrolments)
    .innerJoin(sequences, and(eq(sequences.orgId, orgId), eq(sequences.id, sequenceEnrolments.sequenceId)))
    .leftJoin(sequenceVersions, ownVersion(orgId))
    .where(and(eq(sequenceEnrolments.orgId, orgId), eq(sequenceEnrolments.contactId, contactId)))
    .orderBy(sql`${sequenceEnrolments.endedAt} is not null`, desc(sequenceEnrolments.id))
    .limit(mostOfContact);

/** The sequences a contact is in, then those that ended last. @throws DomainError `contact.not_found` */
export const sequencesOfContact = (ctx: OrgContext, contactId: string) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [found] = await tx
      .select({ enrolments: rowsOf(newestOf(tx, ctx.orgId, contactId)) })
      .from(contacts)
      .where(and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, contactId)));
    if (!found) throw notFound("Contact");
    return { enrolments: found.enrolments.map(stepOf) };
  });
