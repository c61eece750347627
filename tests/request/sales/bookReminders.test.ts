import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { sequenceEnrolments, sequences, sequenceVersions } from "#app/db/schema/sequences/sequences.ts";
import { feeSteps } from "#app/domain/sequences/readyMade.ts";
import { remindOfDues } from "#app/domain/sequences/reminders.server.ts";
import { newId } from "#app/platform/ids.ts";
import { createSchools } from "#tests/support/books.ts";
import { setUpPaymentPlatform } from "#tests/support/payments.ts";

const platform = setUpPaymentPlatform();
const { newSchool, inDays } = createSchools(platform);

it("enrols each due once in the week before its day, and ends with its payment or its end", async () => {
  const school = await newSchool();
  const { orgId } = school;
  const { withOrg } = platform.services.db;
  const sequenceId = newId("seq");
  await withOrg(orgId, async (tx) => {
    const row = { orgId, id: sequenceId, name: "Fees", draft: feeSteps, endsOnReply: false };
    await tx.insert(sequences).values({ ...row, state: "on", version: 1, isChanged: false });
    await tx.insert(sequenceVersions).values({ orgId, sequenceId, number: 1, steps: feeSteps });
  });
  const { bookId } = school;
  expect(await school.call("PUT /books/:bookId/reminders", { bookId, sequenceId })).toMatchObject({
    status: 200,
  });
  await school.owe("Term 1", 2000, inDays(5));
  await school.owe("Trip", 300, inDays(6));
  await school.owe("Term 2", 2000, inDays(100));
  expect(await remindOfDues(platform.services)).toEqual({ enrolled: 2 });
  expect(await remindOfDues(platform.services)).toEqual({ enrolled: 0 });
  const [first, second] = await school.dues();
  const endOf = async (subjectId: string) =>
    (
      await withOrg(orgId, (tx) =>
        tx
          .select()
          .from(sequenceEnrolments)
          .where(and(eq(sequenceEnrolments.orgId, orgId), eq(sequenceEnrolments.subjectId, subjectId))),
      )
    ).map(({ endReason }) => endReason);
  expect([await endOf(first!.id), await endOf(second!.id)]).toEqual([[null], [null]]);
  await school.pays(2000);
  expect([await endOf(first!.id), await endOf(second!.id)]).toEqual([["paid"], [null]]);
  await school.call("POST /dues/:dueId/cancel", { dueId: second!.id });
  await platform.runJobs();
  expect(await endOf(second!.id)).toEqual(["subject"]);
});

it("reminds by no sequence of another organisation", async () => {
  const [school, other] = [await newSchool(), await newSchool()];
  const sequenceId = newId("seq");
  await platform.services.db.withOrg(other.orgId, (tx) =>
    tx.insert(sequences).values({ orgId: other.orgId, id: sequenceId, name: "Theirs", draft: feeSteps }),
  );
  const { bookId } = school;
  expect(await school.call("PUT /books/:bookId/reminders", { bookId, sequenceId })).toMatchObject({
    status: 404,
  });
});
