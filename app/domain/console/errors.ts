import { errorsOf } from "#app/platform/errors.ts";

/** What this room refuses, and what people are told. */
export const consoleError = /* @__PURE__ */ errorsOf({
  "administrator.own_role": {
    kind: "conflict",
    text: "Your own role is changed by another owner, so that one always remains.",
  },
  "job.wrong_state:cancel": { kind: "conflict", text: "Only a job that waits can be cancelled." },
  "job.wrong_state:retry": { kind: "conflict", text: "Only a failed job can be retried." },
  "organisation.not_suspended": { kind: "conflict", text: "{org} is not suspended." },
  "organisation.of_staff": {
    kind: "conflict",
    text: "Administrators belong to this organisation, so it can't be suspended.",
  },
  "override.ends_too_late": { kind: "invalid", text: "Choose a day within a year" },
  "override.ends_too_soon": { kind: "invalid", text: "Choose today or a later day" },
  "override.not_found": { kind: "not_found", text: "There is no override of the plan to end." },
  "template.not_in_review": { kind: "conflict", text: "This template does not wait for a review." },
  "whatsapp.not_connected": { kind: "conflict", text: "Only a connected account can be suspended." },
  "whatsapp.not_suspended_by_staff": {
    kind: "conflict",
    text: "Nobody of the platform has suspended this account.",
  },
});
