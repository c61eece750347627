import { errorsOf } from "#app/platform/errors.ts";

/** What this room refuses, and what people are told. */
export const organisationsError = /* @__PURE__ */ errorsOf({
  "api_key.too_many": {
    kind: "conflict",
    text: "An organisation has at most {mostKeys} keys. Revoke one that is not used any more.",
  },
  "auth.forbidden": { kind: "forbidden", text: "Your role does not allow this." },
  "idempotency.in_flight": {
    kind: "conflict",
    text: "The first request with this Idempotency-Key is still being worked on. Repeat it in a moment.",
  },
  "idempotency.key_reused": {
    kind: "conflict",
    text: "This Idempotency-Key was used for another request. Use a new one for every new request.",
  },
  "invitation.already_member": { kind: "conflict", text: "This person is already a member." },
  "invitation.already_open": {
    kind: "conflict",
    text: "An invitation for this address, as {value}, is still open. Send it again or revoke it in the list on this page.",
  },
  "invitation.details_missing": { kind: "invalid", text: "Please give your name and a password." },
  "invitation.expired": {
    kind: "conflict",
    text: "This invitation has expired. Open the link of a newer mail, or ask for one.",
  },
  "invitation.other_email": {
    kind: "forbidden",
    text: "This invitation is for {email}. Sign out, and sign in with that address.",
  },
  "invitation.revoked": {
    kind: "conflict",
    text: "This invitation was revoked. Ask for a new one if this is a mistake.",
  },
  "invitation.sign_in_first": { kind: "unauthenticated", text: "Please sign in as {email} to accept." },
  "invitation.used": { kind: "conflict", text: "This invitation was already accepted." },
  "member.last_owner": {
    kind: "conflict",
    text: "An organisation needs an owner. Make somebody else an owner first.",
  },
  "member.owners_only": { kind: "forbidden", text: "Only an owner can make, change or remove owners." },
});
