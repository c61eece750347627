import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { members, organisations } from "#app/db/schema/organisations/organisations.ts";
import { noPassword } from "#app/domain/accounts/password.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { demoLogins } from "./logins.ts";
import { firstNames, lastNames, organisationNames } from "./names.ts";
import { demoPartners } from "./partners.server.ts";
import { chance, dayMs, demoId, pick } from "./seed.ts";

/** The demo's password by default. */
type NewUser = Omit<typeof users.$inferInsert, "id" | "passwordHash"> & { passwordHash?: string };
type NewOrganisation = typeof organisations.$inferInsert;

/** An organisation of the demo, with what the load needs of it. */
export interface DemoOrganisation {
  /** 0 is the shop, whose screens are all filled. */
  number: number;
  orgId: OrgId;
  name: string;
  ownerId: string;
  memberIds: string[];
  billingType: "prepaid" | "postpaid";
  createdAt: Date;
  contacts: number;
  /** An organisation still being set up sends nothing. */
  isSending: boolean;
}

const mailName = (name: string) => name.toLowerCase().replaceAll(/[^a-z]+/g, "");

/** The shop with its team, 120 others with an owner each, and the platform's own staff. */
export async function loadOrganisations(
  tx: Tx,
  now: Date,
  passwordHash: string,
): Promise<DemoOrganisation[]> {
  const people: (typeof users.$inferInsert)[] = [];
  const rows: NewOrganisation[] = [];
  const seats: (typeof members.$inferInsert)[] = [];
  const addUser = (createdAt: Date, user: NewUser): string => {
    const id = demoId("usr", user.email, createdAt);
    const isVerified = user.accountStatus !== "pending";
    people.push({
      id,
      passwordHash,
      isVerified,
      agreedToTermsAt: createdAt,
      createdAt,
      updatedAt: createdAt,
      ...user,
    });
    return id;
  };
  const addOrganisation = (row: Omit<NewOrganisation, "id">, createdAt: Date): OrgId => {
    const id = demoId("org", row.name, createdAt) as OrgId;
    rows.push({ ...row, id, createdAt, updatedAt: createdAt });
    return id;
  };
  const addMember = (orgId: OrgId, userId: string, role: "owner" | "admin" | "agent", createdAt: Date) =>
    seats.push({ orgId, userId, role, createdAt });

  const demo = [shop(now, { addUser, addOrganisation, addMember })];
  for (const [index, name] of organisationNames.entries())
    demo.push(other(now, index + 1, name, { addUser, addOrganisation, addMember }));
  const since = new Date(now.getTime() - 400 * dayMs);
  const staff = addUser(since, {
    email: demoLogins.admin,
    firstName: "Platform",
    lastName: "Administrator",
    phoneNumber: "+254700000000",
    usertype: "admin",
    staffRole: "owner",
    accountStatus: "active",
    lastLogin: new Date(now.getTime() - dayMs),
  });
  const finance = addUser(since, {
    email: demoFinance,
    passwordHash: noPassword,
    firstName: "Njeri",
    lastName: "Kamau",
    phoneNumber: "+254700000009",
    usertype: "admin",
    staffRole: "finance",
    accountStatus: "active",
    lastLogin: new Date(now.getTime() - 2 * dayMs),
  });
  const operations = addOrganisation({ name: "Tarishi Operations" }, since);
  addMember(operations, staff, "owner", since);
  addMember(operations, finance, "agent", since);

  await tx.insert(users).values(people);
  await tx.insert(organisations).values(rows);
  await tx.insert(members).values(seats);
  return demo;
}

interface Adding {
  addUser(createdAt: Date, user: NewUser): string;
  addOrganisation(row: Omit<NewOrganisation, "id">, createdAt: Date): OrgId;
  addMember(orgId: OrgId, userId: string, role: "owner" | "admin" | "agent", createdAt: Date): void;
}

const team = [
  ["Wanjiku", "Mwangi", demoLogins.individual, "owner", null],
  ["Otieno", "Ouma", "otieno@dukaletu.test", "admin", null],
  ["Halima", "Noor", "halima@dukaletu.test", "agent", "sw"],
  ["Kevin", "Mutiso", "kevin@dukaletu.test", "agent", "fr"],
] as const;

const ownerOf = (name: string) => `info@${mailName(name)}.test`;

/** Users who may sign in with the demo's password. */
export const demoSignIns: string[] = [
  ...team.map(([, , email]) => email),
  demoLogins.admin,
  demoLogins.partner,
];
/** Handles money next to the administrator, and never signs in. */
const demoFinance = "fedha@tarishi.test";
export const demoPeople: string[] = [
  ...demoSignIns,
  demoFinance,
  ...organisationNames.map(ownerOf),
  ...demoPartners,
];

function shop(now: Date, { addUser, addOrganisation, addMember }: Adding): DemoOrganisation {
  const createdAt = new Date(now.getTime() - 120 * dayMs);
  const name = "Duka Letu";
  const orgId = addOrganisation(
    { name, planType: "Growth", billingType: "prepaid", messageLimit: 10_000 },
    createdAt,
  );
  const memberIds = team.map(([firstName, lastName, email, role, locale], index) => {
    const joinedAt = new Date(createdAt.getTime() + index * 3 * dayMs);
    const userId = addUser(joinedAt, {
      email,
      firstName,
      lastName,
      locale,
      phoneNumber: `+25470000000${index}`,
      accountStatus: "active",
      lastLogin: new Date(now.getTime() - (index + 1) * 0.1 * dayMs),
    });
    addMember(orgId, userId, role, joinedAt);
    return userId;
  });
  return {
    number: 0,
    orgId,
    name,
    ownerId: memberIds[0]!,
    memberIds,
    billingType: "prepaid",
    createdAt,
    contacts: 2000,
    isSending: true,
  };
}

const plans = [
  { planType: "Starter", messageLimit: 1000 },
  { planType: "Growth", messageLimit: 10_000 },
  { planType: "Enterprise", messageLimit: 100_000 },
] as const;

function other(
  now: Date,
  number: number,
  name: string,
  { addUser, addOrganisation, addMember }: Adding,
): DemoOrganisation {
  const createdAt = new Date(now.getTime() - (3 + chance(`age ${name}`) ** 1.5 * 500) * dayMs);
  const luck = chance(`plan ${name}`);
  const plan = plans[luck < 0.55 ? 0 : luck < 0.85 ? 1 : 2];
  const billingType =
    plan.planType !== "Enterprise" && chance(`billing ${name}`) < 0.6 ? "prepaid" : "postpaid";
  const fate = chance(`state ${name}`);
  const accountStatus = fate < 0.1 ? "pending" : fate < 0.16 ? "suspended" : "active";
  const orgId = addOrganisation({ name, billingType, ...plan }, createdAt);
  const ownerId = addUser(createdAt, {
    email: ownerOf(name),
    passwordHash: noPassword,
    firstName: pick(firstNames, `first ${name}`),
    lastName: pick(lastNames, `last ${name}`),
    phoneNumber: `+25472${String(number).padStart(7, "0")}`,
    accountStatus,
    lastLogin:
      accountStatus === "pending"
        ? null
        : new Date(Math.max(createdAt.getTime(), now.getTime() - chance(`login ${name}`) ** 3 * 60 * dayMs)),
  });
  addMember(orgId, ownerId, "owner", createdAt);
  return {
    number,
    orgId,
    name,
    ownerId,
    memberIds: [ownerId],
    billingType,
    createdAt,
    contacts: 15 + Math.floor(chance(`contacts ${name}`) * 40),
    isSending: accountStatus !== "pending",
  };
}
