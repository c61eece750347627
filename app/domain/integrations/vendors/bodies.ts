import { z } from "zod";

/** The fields that we use of services' webhooks; any other body can never be applied. */

const idNumber = z.union([z.string().max(100), z.number()]);
const word = z.string().max(2000);
const name = word.nullish();
const money = z.union([z.string().max(40), z.number()]);

export const hubspotEvents = z.array(
  z.object({
    eventId: idNumber,
    portalId: idNumber,
    objectId: idNumber.optional(),
    subscriptionType: z.string().max(100),
    changeSource: z.string().max(100).nullish(),
  }),
);

const person = z.object({ first_name: name, last_name: name, phone: name }).nullish();

/** An order, a checkout or, when our app is removed, the shop. */
export const shopObject = z.object({
  id: idNumber.nullish(),
  name,
  token: name,
  checkout_token: name,
  total_price: money.transform(String).nullish(),
  currency: name,
  phone: name,
  customer: person,
  shipping_address: person,
  billing_address: person,
  completed_at: name,
  created_at: name,
  updated_at: name,
  abandoned_checkout_url: name,
  fulfillments: z.array(z.object({ tracking_number: name, tracking_url: name })).nullish(),
});
export type ShopObject = z.output<typeof shopObject>;

export const slackBody = z.object({
  type: z.string().max(100),
  challenge: word.optional(),
  team_id: z.string().max(100).optional(),
  event_id: z.string().max(200).optional(),
  event: z
    .object({
      type: z.string().max(100),
      subtype: z.string().max(100).optional(),
      bot_id: z.string().max(100).nullish(),
      text: z.string().max(40_000).optional(),
      ts: z.string().max(40).optional(),
      channel: z.string().max(100).optional(),
      thread_ts: z.string().max(40).optional(),
    })
    .optional(),
});
