import { statusOfKind } from "#app/platform/errors.ts";
import { mediaRefusals } from "./mediaRefusals.ts";
import { missing, type Refusal, refusal } from "./refusal.ts";

/** Every error code of the API, each with a page of the documentation. */
export const catalogue: Readonly<Record<string, Refusal>> = {
  "auth.key_required": refusal(
    "unauthenticated",
    "The request has no API key, or one that was revoked or has expired.",
    "Send a key of the Developers page as `Authorization: Bearer <key>`.",
  ),
  "key.scope_missing": refusal(
    "forbidden",
    "The key may not make this call.",
    "Use a key with the scope that the message names, or create one.",
  ),
  "key.test_mode": refusal(
    "forbidden",
    "This call has no test mode.",
    "Make it with a live key. A test key sends test messages and reads templates and numbers.",
  ),
  "rate_limit.exceeded": refusal(
    "too_many",
    "Your organisation made more than 1,000 calls in this minute.",
    "Wait for the seconds in `Retry-After`. To send to many people, use bulk messages or a campaign.",
  ),
  "request.invalid": refusal(
    "invalid",
    "A field is missing, has the wrong type, or is not known.",
    "`param` names the field, `message` says what it must be.",
  ),
  "request.bad_cursor": refusal(
    "invalid",
    "The cursor was not given by this API.",
    "Pass `next_cursor` of the answer before, unchanged.",
  ),
  "request.malformed_json": refusal("invalid", "The body is not a JSON object.", "Send one JSON object."),
  "request.not_json": refusal(
    "invalid",
    "The body is not sent as JSON.",
    "Send the header `Content-Type: application/json`.",
  ),
  "request.unreadable_text": refusal(
    "invalid",
    "A text holds a character that cannot be stored.",
    "Take NUL characters and broken surrogates out of it.",
  ),
  "request.too_large": refusal("too_large", "The body is larger than 1 MB.", "Send less at once."),
  "request.no_such_call": refusal("not_found", "There is no such call.", "Check method and path."),
  "idempotency.bad_key": refusal(
    "invalid",
    "The Idempotency-Key is not usable.",
    "Use 1 to 255 visible ASCII characters, best a UUID.",
  ),
  "idempotency.key_reused": refusal(
    "conflict",
    "The Idempotency-Key was used for another request.",
    "Use a new key for every new request, and the same one only to repeat a request.",
  ),
  "idempotency.in_flight": refusal(
    "conflict",
    "The first request with this Idempotency-Key is still being worked on.",
    "Repeat it after the seconds in `Retry-After`.",
  ),
  "server.unexpected": refusal(
    "unavailable",
    "Something went wrong on our side.",
    "Repeat the request with the same Idempotency-Key. If it stays, send us the `request_id`.",
  ),
  "server.busy": refusal(
    "unavailable",
    "Too much is going on right now.",
    "Repeat the request, with the same Idempotency-Key, after the seconds in `Retry-After`.",
  ),
  "message.not_found": missing("message"),
  "message.no_content": refusal(
    "invalid",
    "A message has a template, a text or a file.",
    "Give `template`, or `text` or `media` where the person wrote in the last 24 hours.",
  ),
  "message.not_cancellable": refusal(
    "conflict",
    "Only a message that is still queued can be cancelled.",
    "Messages of a campaign are cancelled with the campaign.",
  ),
  ...mediaRefusals,
  "template.not_found": missing("template"),
  "template.language_needed": refusal(
    "invalid",
    "The template exists in several languages.",
    "Give `language`, such as `en` or `sw`.",
  ),
  "template.not_sendable": refusal(
    "conflict",
    "WhatsApp has not approved the template, or it has a part that cannot be sent here.",
    "Choose an approved template.",
  ),
  "template.variables_missing": refusal(
    "invalid",
    "A variable of the template has no value.",
    "Give a value for each: a list in the order of the template, or an object by name.",
  ),
  "template.file_missing": refusal(
    "invalid",
    "The file is not there, or is not of the kind that the template has.",
    "Upload a picture, video or PDF, and give its id as `header.media_id`.",
  ),
  "template.value_refused": refusal(
    "invalid",
    "A value does not fit its place in the template.",
    "A code has up to 15 letters and digits; a place has degrees.",
  ),
  "template.too_many_parameters": refusal(
    "invalid",
    "There are more parameters than the template has variables.",
    "Read the template to see its variables.",
  ),
  "organisation.suspended": refusal(
    "forbidden",
    "We have suspended this for your organisation.",
    "`message` says why. Contact support.",
  ),
  "contact.not_found": missing("contact"),
  "contact.bad_field": refusal(
    "invalid",
    "A value does not fit the type of its field.",
    "Send a number, a day as `2026-11-23`, a yes or no, or an option of the field's list, as the message says.",
  ),
  "contact.bad_phone": refusal(
    "invalid",
    "The phone number cannot be used.",
    "Send it in E.164, as +254712345678.",
  ),
  "contact.no_identity": refusal(
    "invalid",
    "A contact needs a phone number or a business-scoped user id.",
    "Give `phone` or `bsuid`; of a message, `to` or `recipient`.",
  ),
  "contact.phone_taken": refusal(
    "conflict",
    "Another contact has this number or user id.",
    "Change that contact, or leave the other field away.",
  ),
  "contact.opted_out": refusal(
    "conflict",
    "The person opted out of your messages.",
    "Wait until they write to you. Their own START opts them in again.",
  ),
  "contact.no_consent": refusal(
    "conflict",
    "The person has not agreed to marketing messages.",
    "Record their consent with its source first, or send a utility template.",
  ),
  "conversation.not_found": missing("conversation"),
  "conversation.window_closed": refusal(
    "conflict",
    "The person last wrote more than 24 hours ago, or never.",
    "Send a template. You can write freely again when they answer.",
  ),
  "conversation.no_phone": refusal(
    "conflict",
    "The phone number of this person is not known.",
    "Add it to the contact.",
  ),
  "conversation.number_disconnected": refusal(
    "conflict",
    "The WhatsApp number is not connected.",
    "Connect it under WhatsApp Setup.",
  ),
  "whatsapp_number.not_found": missing("WhatsApp number"),
  "whatsapp_number.none_connected": refusal(
    "conflict",
    "Your organisation has no number that can send.",
    "Connect a number under WhatsApp Setup.",
  ),
  "wallet.too_little": refusal(
    "payment_required",
    "The wallet does not hold enough money.",
    "Top up under Billing and repeat the request.",
  ),
  "billing.no_rate_card": refusal("unavailable", "No price is known for this time.", "Contact support."),
  "campaign.not_found": missing("campaign"),
  "campaign.bad_audience": refusal(
    "invalid",
    "The audience is not complete.",
    "`message` says what is missing.",
  ),
  "campaign.bad_numbers": refusal("invalid", "Some numbers cannot be used.", "Send each in E.164."),
  "campaign.no_audience": refusal("invalid", "Nobody was chosen for the campaign.", "Give an audience."),
  "campaign.no_recipients": refusal(
    "invalid",
    "Nobody in the audience can get the campaign.",
    "`message` says who was left out and why.",
  ),
  "campaign.scheduled_in_past": refusal("invalid", "The time of sending has passed.", "Give a later time."),
  "campaign.wrong_status": refusal(
    "conflict",
    "The campaign's status does not allow this.",
    "Read the campaign and see its `status`.",
  ),
  "campaign.price_changed": refusal(
    "conflict",
    "The campaign costs more than `max_total_cents`.",
    "Ask for a new quote and start it with that.",
  ),
  "campaign.template_not_approved": refusal(
    "conflict",
    "The template is not approved.",
    "Wait for WhatsApp's review or choose another one.",
  ),
  "campaign.template_unsupported": refusal(
    "conflict",
    "The template has a part that cannot be sent here.",
    "Choose another template.",
  ),
  "campaign.number_not_connected": refusal(
    "conflict",
    "The WhatsApp number is not connected.",
    "Connect it under WhatsApp Setup.",
  ),
  "campaign.value_refused": refusal(
    "invalid",
    "A value does not fit its place in the template.",
    "`message` says which. A code has up to 15 letters and digits; a place has degrees.",
  ),
  "campaign.variables_missing": refusal(
    "invalid",
    "A variable of the template has no source.",
    "Give `variables` for each.",
  ),
  "deal.not_found": missing("deal"),
  "stage.not_found": missing("stage"),
  "stage.no_outcome": refusal(
    "conflict",
    "None of your stages means won, or lost.",
    "Add such a stage under Deals, Stages.",
  ),
  "task.not_found": missing("task"),
  "member.not_found": missing("member"),
  "webhook_endpoint.not_found": missing("webhook endpoint"),
  "webhook_endpoint.bad_url": refusal(
    "invalid",
    "The address cannot be called.",
    "Give a public https:// address without user name and password.",
  ),
  "webhook_endpoint.too_many": refusal(
    "conflict",
    "Your organisation has the most endpoints there may be.",
    "Delete one that is not used.",
  ),
  "webhook_delivery.not_found": missing("delivery"),
  "event.not_found": missing("event"),
};

/** The errors of any call. */
export const commonCodes = [
  "auth.key_required",
  "key.scope_missing",
  "rate_limit.exceeded",
  "request.invalid",
  "request.unreadable_text",
  "server.busy",
  "server.unexpected",
] as const;

export const statusOf = (code: string): number | undefined => {
  const known = catalogue[code];
  return code === "server.unexpected" ? 500 : known && statusOfKind[known.kind];
};
