import { errorsOf } from "#app/platform/errors.ts";

/** What this room refuses, and what people are told. */
export const messagingError = /* @__PURE__ */ errorsOf({
  "media.bad_form": { kind: "invalid", text: "{said}" },
  "media.scanner_unavailable": {
    kind: "unavailable",
    text: "Files can't be checked for viruses just now. Please try again in a minute.",
  },
  "media.not_ready": {
    kind: "conflict",
    text: "The file is still on its way from WhatsApp. Repeat the request in a few seconds.",
  },
  "media.not_here": { kind: "conflict", text: "{problem}" },
  "media.of_message": {
    kind: "conflict",
    text: "This file belongs to a message and goes with it. Only uploaded files can be deleted.",
  },
  "media.storage_full": {
    kind: "conflict",
    text: "Your uploaded files have {size}, which is the most. Delete some that you no longer send.",
  },
  "media.bad_link": { kind: "invalid", text: "{said}" },
  "media.link_failed": { kind: "invalid", text: "The file could not be fetched: {said}" },
  "media.one_source": { kind: "invalid", text: "Give either the id of a file or a link to it." },
  "message.not_with_whatsapp": {
    kind: "conflict",
    text: "WhatsApp does not have this message yet. Try again when it has a tick.",
  },
  "campaign.audience_fixed": {
    kind: "conflict",
    text: "Who gets this campaign follows from another one.",
  },
  "campaign.not_sent": {
    kind: "conflict",
    text: "Nothing of this campaign was sent yet, so there is nobody to follow up.",
  },
  "campaign.not_a_test_number": {
    kind: "invalid",
    text: "Tests go to your own phone and to the test numbers of your organisation.",
  },
  "campaign.bad_link": { kind: "invalid", text: "{said}" },
  "test_number.too_many": { kind: "conflict", text: "Ten test numbers are the most. Remove one first." },
  "campaign.bad_audience": { kind: "invalid", text: "{said}" },
  "campaign.bad_numbers": { kind: "invalid", text: "{length} can't be used." },
  "campaign.no_audience": { kind: "invalid", text: "Choose who gets this campaign." },
  "campaign.no_recipients": {
    kind: "invalid",
    text: "Nobody is in this audience. Import contacts or choose another audience.",
  },
  "campaign.no_recipients:left_out": {
    kind: "invalid",
    text: "Nobody in this audience can get it: {reasons}. Choose another audience.",
  },
  "campaign.not_draft": {
    kind: "conflict",
    text: "This campaign was already started or scheduled, so it can't be changed.",
  },
  "campaign.not_scheduled": {
    kind: "conflict",
    text: "This campaign is no longer scheduled, so its time can't be changed.",
  },
  "campaign.nothing_to_retry": { kind: "conflict", text: "None of the failed messages can be retried now." },
  "campaign.number_not_connected": {
    kind: "conflict",
    text: "The number {displayPhoneNumber} is not connected. Connect it under WhatsApp Setup and try again.",
  },
  "campaign.other_account": {
    kind: "invalid",
    text: "This template belongs to another WhatsApp account than the number.",
  },
  "campaign.price_changed": {
    kind: "conflict",
    text: "The price has changed to {totalCents} for {messages}. Check it and confirm again.",
  },
  "campaign.scheduled_in_past": {
    kind: "invalid",
    text: "The sending time has passed. Choose a later time, or send now.",
  },
  "campaign.still_running": {
    kind: "conflict",
    text: "Wait until the campaign has ended before you retry its failed messages.",
  },
  "campaign.template_not_approved": {
    kind: "conflict",
    text: "The template “{template}” is not approved ({status}). Wait for the approval or choose another one.",
  },
  "campaign.template_not_approved:started": {
    kind: "conflict",
    text: "The template “{template}” is not approved ({status}). Wait for the approval, or cancel this campaign and send one with another template.",
  },
  "campaign.template_unsupported": { kind: "conflict", text: "{said}" },
  "campaign.value_refused": { kind: "invalid", text: "{label}: {problem}" },
  "campaign.variables_missing": { kind: "invalid", text: "Fill in {label}." },
  "campaign.wrong_status": { kind: "conflict", text: "A campaign that is {status} can't be {verb}." },
  "canned_reply.managers_only": {
    kind: "forbidden",
    text: "Owners and admins write the replies of the team. You can have your own.",
  },
  "canned_reply.title_taken": { kind: "conflict", text: "There is a reply of this name." },
  "canned_reply.unknown_variable": { kind: "invalid", text: "A variable is not known." },
  "conversation.bad_move": {
    kind: "conflict",
    text: "A conversation that is {value} can't be put there. Look at it again.",
  },
  "conversation.no_phone": {
    kind: "conflict",
    text: "WhatsApp did not share the phone number of this contact. Add it to the contact to write to them.",
  },
  "conversation.number_disconnected": {
    kind: "conflict",
    text: "The WhatsApp number of this conversation is not connected. Connect it under WhatsApp Setup, then send the message again.",
  },
  "conversation.too_many_labels": {
    kind: "conflict",
    text: "The conversation with {customer} would have more than {mostLabels} labels. Leave it out.",
  },
  "conversation.taken": { kind: "conflict", text: "{owner} has taken this conversation meanwhile." },
  "conversation.taken:let_go": {
    kind: "conflict",
    text: "Somebody has let go of this conversation meanwhile. Look again, then take it.",
  },
  "conversation.window_closed": {
    kind: "conflict",
    text: "Outside the 24-hour window: send a template. You can write freely again when the customer answers.",
  },
  "draft.too_long": { kind: "invalid", text: "This text is too long to be kept." },
  "message.no_content": { kind: "invalid", text: "Give one of template, text and media." },
  "message.not_cancellable": {
    kind: "conflict",
    text: "Only a message that is still queued, and no campaign's, can be cancelled.",
  },
  "message.price_changed": {
    kind: "conflict",
    text: "The price has changed to {totalCents}. Check it and send again.",
  },
  "template.language_needed": { kind: "invalid", text: "Say which language of the template is meant." },
  "template.not_sendable": {
    kind: "conflict",
    text: "The template {template} is not approved. Choose another one.",
  },
  "template.not_sendable:unsupported": { kind: "conflict", text: "Choose another template. {why}" },
  "template.too_many_parameters": { kind: "invalid", text: "The template's variables are: {variables}." },
  "template.too_many_parameters:none": { kind: "invalid", text: "The template has no variables." },
  "template.value_refused": { kind: "invalid", text: "A value does not fit its place in the template." },
  "template.variables_missing": { kind: "invalid", text: "Give a value for every variable." },
  "whatsapp_number.none_connected": {
    kind: "conflict",
    text: "No WhatsApp number is connected. Connect one under WhatsApp Setup.",
  },
});
