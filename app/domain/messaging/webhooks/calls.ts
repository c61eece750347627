import type { CallsValue, InboundMessage, MessagesValue } from "#app/domain/whatsapp/webhookEvents/events.ts";

/**
 * Calls of customers as messages of type `call`, since they open the customer service window and wait for a
 * reply just the same (facts/whatsapp-cloud-api.md §13). Calls cannot be accepted here, so each is missed,
 * whichever of its events comes first; the call's id makes it one line. Calls answered by another app are no
 * lines.
 */
export function callsAsMessages({ calls, contacts, metadata }: CallsValue): MessagesValue {
  const businessNumber = metadata?.display_phone_number?.replaceAll(/\D/g, "");
  const messages = (calls ?? []).flatMap((call): InboundMessage[] => {
    const { id, from, from_user_id: userId, timestamp, direction, duration } = call;
    if (!id || direction === "BUSINESS_INITIATED" || Number(duration) > 0) return [];
    // Meta's own example has `from` and `to` the wrong way round.
    const customer = from && from === businessNumber ? call.to : from;
    return [
      {
        id,
        type: "call",
        ...(customer ? { from: customer } : {}),
        ...(userId ? { from_user_id: userId } : {}),
        ...(timestamp ? { timestamp } : {}),
      },
    ];
  });
  return { messages, ...(contacts ? { contacts } : {}), ...(metadata ? { metadata } : {}) };
}
