import { isMarketingStopText, isOptInText, isOptOutText } from "#app/domain/contacts/optOut.ts";
import { type WhatsappIdentity, whatsappIdentity } from "#app/domain/contacts/whatsappIdentity.ts";
import {
  type InboundMessage,
  type MessagesValue,
  timeOf,
  typeOf,
} from "#app/domain/whatsapp/webhookEvents/events.ts";

/** A message of a webhook, with what it says about its writer. */
export interface Inbound {
  wamid: string;
  message: InboundMessage;
  at: Date;
  /** False for a notice of WhatsApp's own, and for a revoked message: the customer wrote nothing. */
  isWritten: boolean;
  writer: WhatsappIdentity;
  /** The profile name of the writer. */
  name: string | undefined;
  consent: ConsentIntent | undefined;
}

export type ConsentIntent = "stop" | "stopMarketing" | "start";

/** The messages of a webhook. `outside`: ids of those that belong in no thread, of groups and without a writer. */
export function inboundOf(value: MessagesValue, now: Date): { inbound: Inbound[]; outside: string[] } {
  const inbound: Inbound[] = [];
  const outside: string[] = [];
  for (const message of value.messages ?? []) {
    if (!message.id) continue;
    const profile = profileOf(message, value.contacts ?? []);
    const writer = writerOf(message, profile);
    if (message.group_id || (!writer.waId && !writer.bsuid)) outside.push(message.id);
    else
      inbound.push({
        wamid: message.id,
        message,
        at: timeOf(message.timestamp, now),
        isWritten: message.type !== "system" && message.type !== "revoke",
        writer,
        name: profile?.profile?.name,
        consent: consentIntentOf(message),
      });
  }
  return { inbound, outside };
}

/** STOP, START and similar, as a text, a button or an edit. */
function consentIntentOf(written: InboundMessage): ConsentIntent | undefined {
  const message = written.edit?.message ?? written;
  const { button, interactive } = message;
  const text = typeOf(message) === "text" ? message.text?.body : button?.payload;
  const said = [text, button?.text, interactive?.button_reply?.title, interactive?.list_reply?.title];
  const saidAny = (is: (text: string) => boolean) => said.some((words) => is(words ?? ""));
  if (saidAny(isOptOutText)) return "stop";
  if (saidAny(isMarketingStopText)) return "stopMarketing";
  return isOptInText(text ?? "") ? "start" : undefined;
}

type Profile = NonNullable<MessagesValue["contacts"]>[number];

/** The message's sender, by number or user id; the only profile of a body belongs to its message. */
function profileOf(message: InboundMessage, profiles: readonly Profile[]): Profile | undefined {
  const { from, from_user_id: userId } = message;
  const own = profiles.find(
    (profile) => (from && profile.wa_id === from) || (userId && profile.user_id === userId),
  );
  return own ?? (profiles.length === 1 ? profiles[0] : undefined);
}

const changedUserId = /changed from ([A-Z]{2}\.[A-Za-z0-9.]+) to /;

/** The sender; for a changed user id, the former one. */
function writerOf(message: InboundMessage, profile: Profile | undefined): WhatsappIdentity {
  const { system, from, from_user_id: userId } = message;
  const before = system && (system.previous_user_id ?? changedUserId.exec(system.body ?? "")?.[1]);
  const now = system?.user_id;
  const formerId = [before, userId, profile?.user_id].find((id) => id && id !== now);
  return whatsappIdentity({ waId: from ?? profile?.wa_id, bsuid: formerId });
}
