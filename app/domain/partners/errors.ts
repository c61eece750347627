import { errorsOf } from "#app/platform/errors.ts";

/** What this room refuses, and what people are told. */
export const partnersError = /* @__PURE__ */ errorsOf({
  "payout.not_open:not_mpesa": { kind: "conflict", text: "Only M-Pesa can be asked about a payout." },
  "partner.applied_already": {
    kind: "conflict",
    text: "Your organisation has applied already. We answer by mail.",
  },
  "partner.day_past": { kind: "invalid", text: "A share can't change for days that are over." },
  "partner.email_taken": {
    kind: "conflict",
    text: "Somebody signs in with this email already. A partner needs one of their own.",
  },
  "partner.no_share": { kind: "conflict", text: "Set the partner’s share first, under Edit Partner." },
  "partner.share_not_offered": { kind: "invalid", text: "This share is not offered on that day." },
  "partner_link.exists": {
    kind: "conflict",
    text: "Your organisation has a partner already. End that link first.",
  },
  "partner_link.own": { kind: "conflict", text: "This is your own partnership." },
  "payout.not_open": { kind: "conflict", text: "This payout has ended, or M-Pesa has not answered yet." },
  "payout.second_person": {
    kind: "conflict",
    text: "You processed this settlement. From this amount on a second person says how its payout ended.",
  },
  "payout.unavailable": { kind: "unavailable", text: "Payouts by M-Pesa are not set up here." },
});
