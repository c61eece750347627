import { errorsOf } from "#app/platform/errors.ts";

/** What this room refuses, and what people are told. */
export const whatsappError = /* @__PURE__ */ errorsOf({
  "template.in_use": {
    kind: "conflict",
    text: "A campaign that is not finished uses this template. Cancel the campaign first.",
  },
  "template.invalid": { kind: "invalid", text: "{said}" },
  "template.name_taken": {
    kind: "conflict",
    text: "A template with this name already exists in this language. Choose another name.",
  },
  "template.category_fixed": {
    kind: "conflict",
    text: "Meta does not change the type of an approved template. Copy it, and submit the copy under another name.",
  },
  "template.edited_today": {
    kind: "conflict",
    text: "Meta takes one change of an approved template in 24 hours. The next is possible {when}.",
  },
  "template.edited_often": {
    kind: "conflict",
    text: "Meta takes ten changes of an approved template in 30 days. The next is possible {when}.",
  },
  "template.file_missing": {
    kind: "invalid",
    text: "This file is not here any more, or is not a {kind}. Choose another one.",
  },
  "template.in_use:edit": {
    kind: "conflict",
    text: "A campaign is being sent with this template. Change it when that is done: while Meta reviews the change, it can't be sent.",
  },
  "template.media_missing": {
    kind: "invalid",
    text: "The file at the top of this message could not be given to WhatsApp.",
  },
  "template.not_editable": {
    kind: "conflict",
    text: "Only an approved, paused or rejected template can be changed. Copy it, and submit the copy under another name.",
  },
  "template.variables_missing": { kind: "invalid", text: "Give a value for {variable}." },
  "whatsapp.code_refused": {
    kind: "invalid",
    text: "Meta's answer was no longer valid: it is good for 30 seconds and for one use. Start again on WhatsApp Setup.",
  },
  "whatsapp.code_refused:other_app": {
    kind: "invalid",
    text: "Meta's answer does not belong to this platform. Start again on WhatsApp Setup.",
  },
  "whatsapp.not_connected": {
    kind: "conflict",
    text: "This WhatsApp account is not connected. Connect it on WhatsApp Setup.",
  },
  "whatsapp.not_connected:for_templates": {
    kind: "conflict",
    text: "Connect a WhatsApp account on WhatsApp Setup first: templates belong to it.",
  },
  "whatsapp.number_not_sendable": { kind: "conflict", text: "{said}" },
  "whatsapp.number_not_sendable:business_app": {
    kind: "conflict",
    text: "The number is not ready in the WhatsApp Business app yet. Open the app and finish its setup.",
  },
  "whatsapp.number_taken": {
    kind: "conflict",
    text: "This number is connected to another organisation. Disconnect it there first.",
  },
  "whatsapp.permissions_missing": {
    kind: "invalid",
    text: "The permission to manage and send for this WhatsApp account was not given. Start again and accept every permission.",
  },
  "whatsapp.permissions_missing:no_account": {
    kind: "invalid",
    text: "Meta did not say which WhatsApp account you chose. Start again and choose one account there.",
  },
  "whatsapp.signup_running": {
    kind: "conflict",
    text: "This signup is being completed right now. Look at WhatsApp Setup in a moment.",
  },
  "whatsapp.signup_state": {
    kind: "invalid",
    text: "This answer does not belong to a connection that you started in the last hour. Start the connection again from WhatsApp Setup.",
  },
  "whatsapp.signup_used": {
    kind: "invalid",
    text: "This signup link was used before. Start again on WhatsApp Setup.",
  },
  "whatsapp.suspended_by_staff": {
    kind: "forbidden",
    text: "The platform has suspended this WhatsApp account. Contact support to have it reinstated.",
  },
  "whatsapp.waba_taken": {
    kind: "conflict",
    text: "This WhatsApp account is connected to another organisation. Disconnect it there first, or choose another account.",
  },
});
