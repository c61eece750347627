import type { StaffRole } from "#app/platform/context.ts";

/** What support view allows: a GET or preview at once, a change after a second step, or neither. */
type SupportView = "look" | "work" | "never";
const [yes, no] = [true, false];

type WorkspaceRow = readonly [owner: boolean, admin: boolean, agent: boolean, supportView: SupportView];

/** What can be done in an organisation's workspace, and who may do it. */
// biome-ignore format: a table reads in columns.
export const workspaceActs = {
  //                             owner admin agent support view
  "overview.view":              [yes,  yes,  yes,  "look"],
  "notifications.view":         [yes,  yes,  yes,  "look"],
  "notifications.manage":       [yes,  yes,  yes,  "never"],

  "conversations.view":         [yes,  yes,  yes,  "look"],
  "conversations.work":         [yes,  yes,  yes,  "work"],
  "conversations.snooze":       [yes,  yes,  yes,  "never"],
  "conversations.send":         [yes,  yes,  yes,  "never"],
  "conversations.bulk":         [yes,  yes,  yes,  "never"],
  "cannedReplies.edit":         [yes,  yes,  yes,  "work"],
  "cannedReplies.delete":       [yes,  yes,  yes,  "never"],
  "cannedReplies.share":        [yes,  yes,  no,   "work"],
  "inbox.duty":                 [yes,  yes,  yes,  "never"],
  "inbox.manage":               [yes,  yes,  no,   "work"],
  "teams.manage":               [yes,  yes,  no,   "never"],

  "contacts.view":              [yes,  yes,  yes,  "look"],
  "contacts.edit":              [yes,  yes,  yes,  "work"],
  "contacts.delete":            [yes,  yes,  yes,  "never"],
  "contacts.import":            [yes,  yes,  yes,  "never"],
  "contacts.previewBulk":       [yes,  yes,  no,   "look"],
  "contacts.bulk":              [yes,  yes,  no,   "never"],
  "contacts.export":            [yes,  yes,  no,   "never"],
  "segments.edit":              [yes,  yes,  yes,  "never"],
  "segments.delete":            [yes,  yes,  no,   "never"],
  "fields.manage":              [yes,  yes,  no,   "never"],

  "deals.view":                 [yes,  yes,  yes,  "look"],
  "deals.edit":                 [yes,  yes,  yes,  "never"],
  "deals.delete":               [yes,  yes,  no,   "never"],
  "deals.stages":               [yes,  yes,  no,   "never"],

  "tills.view":                 [yes,  yes,  yes,  "look"],
  "tills.manage":               [yes,  yes,  no,   "never"],
  "paymentRequests.view":       [yes,  yes,  yes,  "look"],
  "paymentRequests.ask":        [yes,  yes,  yes,  "never"],
  "paymentRequests.manage":     [yes,  yes,  no,   "never"],
  "paymentRequests.export":     [yes,  yes,  no,   "never"],
  "receipts.view":              [yes,  yes,  yes,  "look"],
  "receipts.match":             [yes,  yes,  yes,  "never"],
  "receipts.refund":            [yes,  yes,  no,   "never"],
  "receipts.export":            [yes,  yes,  no,   "never"],
  "products.view":              [yes,  yes,  yes,  "look"],
  "products.edit":              [yes,  yes,  no,   "never"],
  "orders.view":                [yes,  yes,  yes,  "look"],
  "orders.edit":                [yes,  yes,  yes,  "never"],
  "etims.manage":               [yes,  yes,  no,   "never"],
  "books.view":                 [yes,  yes,  yes,  "look"],
  "books.edit":                 [yes,  yes,  yes,  "never"],
  "books.export":               [yes,  yes,  no,   "never"],

  "campaigns.view":             [yes,  yes,  yes,  "look"],
  "campaigns.quote":            [yes,  yes,  yes,  "work"],
  "campaigns.manage":           [yes,  yes,  no,   "work"],
  "campaigns.viewTest":         [yes,  yes,  no,   "look"],
  "campaigns.test":             [yes,  yes,  no,   "never"],
  "campaigns.copy":             [yes,  yes,  no,   "never"],
  "campaigns.reach":            [yes,  yes,  no,   "never"],
  "campaigns.delete":           [yes,  yes,  no,   "never"],
  "campaigns.export":           [yes,  yes,  no,   "never"],
  "sending.view":               [yes,  yes,  yes,  "look"],
  "sending.manage":             [yes,  yes,  no,   "never"],

  "templates.view":             [yes,  yes,  yes,  "look"],
  "templates.start":            [yes,  yes,  no,   "look"],
  "templates.manage":           [yes,  yes,  no,   "work"],
  "templates.check":            [yes,  yes,  no,   "never"],
  "templates.delete":           [yes,  yes,  no,   "never"],

  "bots.view":                  [yes,  yes,  yes,  "look"],
  "bots.test":                  [yes,  yes,  yes,  "work"],
  "bots.manage":                [yes,  yes,  no,   "work"],
  "bots.create":                [yes,  yes,  no,   "never"],
  "bots.delete":                [yes,  yes,  no,   "never"],
  "flows.view":                 [yes,  yes,  yes,  "look"],
  "flows.try":                  [yes,  yes,  yes,  "work"],
  "flows.viewForm":             [yes,  yes,  no,   "look"],
  "flows.manage":               [yes,  yes,  no,   "work"],
  "flows.delete":               [yes,  yes,  no,   "never"],
  "flows.export":               [yes,  yes,  no,   "never"],
  "rules.view":                 [yes,  yes,  yes,  "look"],
  "rules.start":                [yes,  yes,  no,   "look"],
  "rules.manage":               [yes,  yes,  no,   "never"],
  "integrations.view":          [yes,  yes,  yes,  "look"],
  "integrations.viewSettings":  [yes,  yes,  no,   "look"],
  "integrations.manage":        [yes,  yes,  no,   "never"],

  "whatsapp.view":              [yes,  yes,  yes,  "look"],
  "whatsapp.viewDetails":       [yes,  yes,  no,   "look"],
  "whatsapp.resume":            [yes,  yes,  no,   "work"],
  "whatsapp.manage":            [yes,  yes,  no,   "never"],
  "sandbox.use":                [yes,  yes,  yes,  "never"],

  "analytics.view":             [yes,  yes,  yes,  "look"],
  "analytics.export":           [yes,  yes,  yes,  "never"],
  "analytics.money":            [yes,  yes,  no,   "look"],
  "activity.view":              [yes,  yes,  yes,  "look"],
  "activity.viewAccounts":      [yes,  yes,  no,   "look"],
  "activity.export":            [yes,  yes,  no,   "never"],
  "activity.publish":           [yes,  yes,  no,   "never"],

  "money.view":                 [yes,  yes,  yes,  "look"],
  "money.viewTopUp":            [yes,  yes,  no,   "look"],
  "money.pay":                  [yes,  yes,  no,   "never"],
  "money.export":               [yes,  yes,  no,   "never"],
  "referrals.view":             [yes,  yes,  yes,  "look"],
  "referrals.viewPartner":      [yes,  yes,  no,   "look"],
  "referrals.manage":           [yes,  yes,  no,   "never"],

  "developer.view":             [yes,  yes,  yes,  "look"],
  "developer.viewCalls":        [yes,  yes,  no,   "look"],
  "developer.manage":           [yes,  yes,  no,   "never"],

  "organisation.manage":        [yes,  yes,  no,   "never"],
  "members.view":               [yes,  yes,  yes,  "look"],
  "members.viewOne":            [yes,  yes,  no,   "look"],
  "members.manage":             [yes,  yes,  no,   "never"],
  "members.manageOwners":       [yes,  no,   no,   "never"],
  "members.leave":              [yes,  yes,  yes,  "never"],
  "privacy.view":               [yes,  yes,  no,   "look"],
  "privacy.manage":             [yes,  yes,  no,   "never"],
} as const satisfies Record<string, WorkspaceRow>;

type ConsoleRow = readonly [support: boolean, finance: boolean, operator: boolean, owner: boolean];

/** What staff of the platform can do in the administrator console: each act has the fewest roles that need it. */
// biome-ignore format: a table reads in columns.
export const consoleActs = {
  //                             support finance operator owner
  "console.look":               [yes,    yes,    yes,     yes],
  "console.money":              [no,     yes,    no,      yes],
  "console.assist":             [yes,    no,     yes,     yes],
  "console.visit":              [yes,    no,     yes,     yes],
  "console.suspend":            [no,     no,     yes,     yes],
  "console.plans":              [no,     yes,    no,      yes],
  "console.export":             [no,     yes,    yes,     yes],
  "console.system":             [no,     no,     yes,     yes],
  "console.review":             [yes,    no,     yes,     yes],
  "console.govern":             [no,     no,     no,      yes],
} as const satisfies Record<string, ConsoleRow>;

/** What depends on no role: open to anyone, or to the signed-in person or partner that it concerns. */
// biome-ignore format: a table reads in columns.
export const personalActs = {
  //                             caller     support view
  "public.use":                 ["anyone",  "look"],
  "invitation.accept":          ["anyone",  "never"],
  "account.view":               ["user",    "look"],
  "account.manage":             ["user",    "never"],
  "supportView.control":        ["user",    "look"],
  "partner.view":               ["partner", "never"],
} as const satisfies Record<string, readonly ["anyone" | "user" | "partner", SupportView]>;

export type WorkspaceAct = keyof typeof workspaceActs;
export type ConsoleAct = keyof typeof consoleActs;
export type PersonalAct = keyof typeof personalActs;
export type Act = WorkspaceAct | ConsoleAct | PersonalAct;

/** The caller of an act decides the context of the call. */
export type CallerOf<A extends Act> = A extends WorkspaceAct
  ? "member"
  : A extends ConsoleAct
    ? "staff"
    : A extends PersonalAct
      ? (typeof personalActs)[A][0]
      : never;
export type Caller = CallerOf<Act>;

const has = <T extends object>(table: T, act: PropertyKey): act is keyof T => Object.hasOwn(table, act);

export function callerOf(act: Act): Caller {
  if (has(workspaceActs, act)) return "member";
  return has(consoleActs, act) ? "staff" : personalActs[act][0];
}

export const memberColumns = ["owner", "admin", "agent"] as const;
export const staffColumns = ["support", "finance", "operator", "owner"] as const satisfies StaffRole[];
type MemberRole = (typeof memberColumns)[number];

/** The members' roles that may do it. */
export const memberRolesFor = (act: WorkspaceAct): MemberRole[] =>
  memberColumns.filter((_, column) => workspaceActs[act][column]);

/** The roles of staff that may do it. */
export const staffRolesFor = (act: ConsoleAct): StaffRole[] =>
  staffColumns.filter((_, column) => consoleActs[act][column]);

/** A session, a signed-in user of a screen, or a row with a role. */
interface Person {
  role?: string | null | undefined;
  memberRole?: string | undefined;
  staffRole?: StaffRole | null | undefined;
}

/** Whether the person's role allows it. What depends on no role is allowed here, and admitted by its caller. */
export function may(person: Person | null | undefined, act: Act): boolean {
  if (!person) return false;
  const { role, memberRole = role, staffRole } = person;
  if (has(workspaceActs, act)) return memberRolesFor(act).some((known) => known === memberRole);
  return has(consoleActs, act) ? staffRolesFor(act).some((known) => known === staffRole) : true;
}

/** What staff in a workspace that they opened may do of it. */
export function inSupportView(act: Act): SupportView {
  if (has(workspaceActs, act)) return workspaceActs[act][3];
  return has(consoleActs, act) ? "never" : personalActs[act][1];
}
