import type { CompiledTemplate } from "./compiledTemplate.ts";
import { type RenderedMessage, type RenderedProduct, renderOutbound } from "./renderMessage.ts";

/** A message as one phone and one business number exchanged it. */
export interface HandsetMessage {
  wamid: string;
  direction: "outbound" | "inbound";
  /** Milliseconds since the epoch. */
  atMs: number;
  status: string;
  content: HandsetContent;
}

export type HandsetContent =
  | {
      kind: "sent";
      body: Record<string, unknown>;
      compiled: CompiledTemplate | undefined;
      products?: RenderedProduct[] | undefined;
    }
  | { kind: "received"; rendered: RenderedMessage };

const KEPT_PHONES = 5000;
const KEPT_MESSAGES = 50;
const LISTED_PHONES = 200;

/** The last 5,000 phones' received and sent messages, 50 each; texts are rendered only on request. */
export class Handsets {
  private readonly phones = new Map<string, Map<string, HandsetMessage[]>>();

  add(phone: string, phoneNumberId: string, message: HandsetMessage): void {
    const conversations = this.phones.get(phone) ?? new Map<string, HandsetMessage[]>();
    this.phones.delete(phone);
    this.phones.set(phone, conversations);
    const messages = conversations.get(phoneNumberId) ?? [];
    conversations.set(phoneNumberId, messages);
    messages.push(message);
    if (messages.length > KEPT_MESSAGES) messages.shift();
    if (this.phones.size > KEPT_PHONES) {
      const oldest = this.phones.keys().next().value;
      if (oldest !== undefined) this.phones.delete(oldest);
    }
  }

  /** Marks the customer's messages up to and including this one as read by the business (§6). */
  markRead(phoneNumberId: string, wamid: string): void {
    for (const conversations of this.phones.values()) {
      const messages = conversations.get(phoneNumberId) ?? [];
      const last = messages.findIndex((message) => message.wamid === wamid);
      for (const message of messages.slice(0, last + 1))
        if (message.direction === "inbound") message.status = "read";
    }
  }

  /** The 200 phones with the latest messages, newest first. */
  list(): { phone: string; lastMessageAt: string; messageCount: number }[] {
    return [...this.phones]
      .slice(-LISTED_PHONES)
      .map(([phone, conversations]) => {
        const messages = [...conversations.values()].flat();
        const last = Math.max(...messages.map((message) => message.atMs));
        return { phone, lastMessageAt: new Date(last).toISOString(), messageCount: messages.length };
      })
      .reverse();
  }

  /** Conversations of one phone: business number id to messages, oldest first. */
  conversations(phone: string): { phoneNumberId: string; messages: object[] }[] {
    return [...(this.phones.get(phone) ?? [])].map(([phoneNumberId, messages]) => ({
      phoneNumberId,
      messages: messages.map((message) => ({
        wamid: message.wamid,
        direction: message.direction,
        at: new Date(message.atMs).toISOString(),
        status: message.status,
        ...(message.content.kind === "sent"
          ? renderOutbound(message.content.body, message.content.compiled, message.content.products)
          : message.content.rendered),
      })),
    }));
  }

  /** A message that the business sent to a phone, as it shows it. */
  sentTo(phone: string, phoneNumberId: string, wamid: string): RenderedMessage | undefined {
    const found = this.phones
      .get(phone)
      ?.get(phoneNumberId)
      ?.find((message) => message.wamid === wamid);
    if (found?.content.kind !== "sent") return undefined;
    return renderOutbound(found.content.body, found.content.compiled);
  }

  clear(): void {
    this.phones.clear();
  }
}
