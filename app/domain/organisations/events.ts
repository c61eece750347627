import { z } from "zod";
import { eventType } from "#app/domain/record/eventType.ts";

const role = z.enum(["owner", "admin", "agent"]);
const ofEmail = z.object({ email: z.string() });
/** The member's invitees, whose invitations ended with this. */
const invitationsRevoked = z.array(z.string());

export const memberInvited = eventType({
  name: "member.invited",
  type: "security",
  data: z.object({ email: z.string(), role }),
});
export const invitationResent = eventType({ name: "invitation.resent", type: "security", data: ofEmail });
export const invitationRevoked = eventType({ name: "invitation.revoked", type: "security", data: ofEmail });

export const memberJoined = eventType({
  name: "member.joined",
  type: "security",
  data: z.object({ email: z.string(), role }),
  bell: { to: "everyone" },
});
export const roleChanged = eventType({
  name: "member.role_changed",
  type: "security",
  data: z.object({ email: z.string(), was: role, role, invitationsRevoked }),
});
export const memberRemoved = eventType({
  name: "member.removed",
  type: "security",
  data: z.object({ email: z.string(), role, invitationsRevoked }),
});
export const memberLeft = eventType({
  name: "member.left",
  type: "security",
  data: z.object({ email: z.string(), role, invitationsRevoked }),
});

export const organisationRenamed = eventType({
  name: "organisation.renamed",
  type: "settings",
  data: z.object({ name: z.string() }),
});
/** The log's own seals vouch for the root as well. */
export const dailyLedgerClosed = eventType({
  name: "daily_ledger.closed",
  type: "system",
  data: z.object({ day: z.string(), root: z.string() }),
});
/** Whether the roots of its daily ledgers are public. */
export const dailyLedgersPublished = eventType({
  name: "daily_ledgers.published",
  type: "settings",
  data: z.object({ isPublic: z.boolean() }),
});
export const firstStepsHidden = eventType({
  name: "organisation.first_steps_hidden",
  type: "settings",
  data: z.object({}),
});
export const organisationSwitched = eventType({
  name: "organisation.switched",
  type: "auth",
  data: z.object({ email: z.string(), organisation: z.string() }),
});

/** `ending`: the last characters, by which a key is known; the default one has no `name`. */
const ofKey = z.object({ ending: z.string(), name: z.string().optional() });
export const apiKeyCreated = eventType({ name: "api_key.created", type: "security", data: ofKey });
export const apiKeyRegenerated = eventType({ name: "api_key.regenerated", type: "security", data: ofKey });
export const apiKeyRevoked = eventType({ name: "api_key.revoked", type: "security", data: ofKey });

export const retentionChanged = eventType({
  name: "data.retention_changed",
  type: "settings",
  data: z.object({ days: z.number() }),
});
export const supportSwitched = eventType({
  name: "support.switched",
  type: "security",
  data: z.object({ allowed: z.boolean() }),
});
/** `staff`: the name of the staff member. */
export const supportOpened = eventType({
  name: "support.opened",
  type: "security",
  status: "warning",
  data: z.object({
    staff: z.string(),
    reason: z.string(),
    ticket: z.string().nullable(),
    minutes: z.number(),
  }),
  bell: { to: "managers" },
});
export const supportActing = eventType({
  name: "support.acting",
  type: "security",
  status: "warning",
  data: z.object({ staff: z.string(), reason: z.string() }),
  bell: { to: "managers" },
});
export const supportEnded = eventType({
  name: "support.ended",
  type: "security",
  data: z.object({ because: z.enum(["staff", "time", "switched_off"]) }),
});
