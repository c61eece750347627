import { and, asc, eq, sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { users } from "#app/db/schema/accounts/users.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { members, organisations } from "#app/db/schema/organisations/organisations.ts";
import { isAnyOf, rowsOf, together } from "#app/db/together.server.ts";
import { countStatements } from "#app/platform/run/statementCount.server.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();
let org: TestOrg;
beforeAll(async () => {
  org = await platform.createOrg();
  for (const [name, phone] of [
    ["Asha", "+254712000001"],
    ["Brian", "+254712000002"],
  ])
    await platform.call("POST /contacts", { name, phone, tags: "vip, nairobi" }, org);
});

const inOrg = <T>(work: Parameters<typeof platform.services.db.withOrg<T>>[1]) =>
  platform.services.db.withOrg(org.orgId, work);

it("returns each list as its own query does, in one statement", async () => {
  await inOrg(async (tx) => {
    const people = () =>
      tx.select().from(contacts).where(eq(contacts.orgId, org.orgId)).orderBy(asc(contacts.name));
    const team = () =>
      tx
        .select({ member: members, email: users.email, now: sql<number>`1::bigint` })
        .from(members)
        .innerJoin(users, eq(users.id, members.userId))
        .where(eq(members.orgId, org.orgId));
    const none = () => people().limit(0);
    const { result, count } = await countStatements(() =>
      together(tx, { people: people(), team: team(), none: none() }),
    );
    expect(count.statements).toBe(1);
    expect(result.people).toHaveLength(2);
    expect(result.people[0]!.createdAt).toBeInstanceOf(Date);
    expect(result).toEqual({ people: await people(), team: await team(), none: [] });
  });
});

it("returns rows as one value of another row", async () => {
  const [found] = await inOrg((tx) =>
    tx
      .select({
        name: organisations.name,
        people: rowsOf(
          tx
            .select({ name: contacts.name, tags: contacts.tags })
            .from(contacts)
            .where(and(eq(contacts.orgId, org.orgId), isAnyOf(contacts.name, ["Brian", "Wanjiku"]))),
        ),
      })
      .from(organisations)
      .where(eq(organisations.id, org.orgId)),
  );
  expect(found!.name).not.toBe("");
  expect(found!.people).toEqual([{ name: "Brian", tags: ["vip", "nairobi"] }]);
});
