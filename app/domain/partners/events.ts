import { z } from "zod";
import { eventType } from "#app/domain/record/eventType.ts";

const cents = z.number();
const ofPartner = z.object({ partner: z.string() });
const ofSettlement = z.object({ partner: z.string(), period: z.string(), amountCents: cents });

export const partnerApplied = eventType({ name: "partner.applied", type: "settings", data: ofPartner });
export const partnerAdded = eventType({
  name: "partner.added",
  type: "settings",
  data: ofPartner.extend({ percent: z.number() }),
});
export const partnerEdited = eventType({
  name: "partner.edited",
  type: "settings",
  data: ofPartner.extend({ because: z.string() }),
});
export const partnerStatusChanged = eventType({
  name: "partner.status_changed",
  type: "settings",
  data: ofPartner.extend({ status: z.enum(["active", "suspended"]), because: z.string() }),
});

export const partnerLinked = eventType({
  name: "partner_link.confirmed",
  type: "settings",
  data: ofPartner,
  bell: { to: "managers" },
});
/** `because` is what staff or the member said. */
export const partnerUnlinked = eventType({
  name: "partner_link.ended",
  type: "settings",
  data: ofPartner.extend({ because: z.string() }),
  bell: { to: "managers" },
});

export const settlementDrawn = eventType({
  name: "settlement.drawn_up",
  type: "billing",
  data: ofSettlement,
});
export const settlementApproved = eventType({
  name: "settlement.approved",
  type: "billing",
  data: ofSettlement,
});
export const settlementProcessed = eventType({
  name: "settlement.processed",
  type: "billing",
  data: ofSettlement,
});
export const payoutResolved = eventType({
  name: "payout.resolved",
  type: "billing",
  status: "warning",
  data: z.object({ amountCents: cents, outcome: z.enum(["paid", "not_paid"]), because: z.string() }),
});
export const payoutRequested = eventType({
  name: "payout.requested",
  type: "billing",
  data: z.object({ amountCents: cents }),
});
