import { digitsOf } from "./createAccount.ts";
import { newInboundWamid } from "./ids.ts";
import type { RenderedMessage } from "./renderMessage.ts";
import { jsonReply, type Reply } from "./reply.ts";
import type { Simulator } from "./simulator.ts";

const WINDOW_MS = 24 * 3_600_000;

export interface InboundMessage {
  phoneNumberId: string;
  from: string;
  /** What the customer is called on WhatsApp. Meta gives a name always (§5.1), so it is empty where there is none. */
  name?: string | undefined;
  text?: string | undefined;
  /** A tap on a template's quick reply. */
  button?: { payload: string; text: string; contextId: string } | undefined;
}

/** A customer writes: opens the 24-hour window and notifies the business (facts/whatsapp-cloud-api.md §5.1, §10). */
export function receiveInbound(simulator: Simulator, input: InboundMessage): Reply {
  const { clock } = simulator.options;
  const number = simulator.state.numbers.get(input.phoneNumberId);
  if (!number) return jsonReply(404, { error: { message: "No such phone number." } });
  const from = digitsOf(input.from);
  const wamid = newInboundWamid(from);
  const now = clock.now();
  simulator.state.openWindow(number.id, from, now + WINDOW_MS);
  const content = input.button
    ? {
        type: "button",
        context: { from: number.digits, id: input.button.contextId },
        button: { payload: input.button.payload, text: input.button.text },
      }
    : { type: "text", text: { body: input.text } };
  simulator.notifyMessages(number, {
    contacts: [{ profile: { name: input.name ?? "" }, wa_id: from }],
    messages: [{ from, id: wamid, timestamp: String(Math.floor(now / 1000)), ...content }],
  });
  const rendered: RenderedMessage = { type: content.type, body: input.button?.text ?? input.text ?? "" };
  if (input.button) rendered.contextId = input.button.contextId;
  simulator.handsets.add(from, number.id, {
    wamid,
    direction: "inbound",
    atMs: now,
    status: "received",
    content: { kind: "received", rendered },
  });
  return jsonReply(200, { wamid });
}
