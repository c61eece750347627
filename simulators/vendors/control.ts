import { json, type SimulatorReply, type SimulatorRequest } from "../kit/httpServer.ts";
import { saveInHubspot, saveInSalesforce } from "./crm.ts";
import { page } from "./oauth.ts";
import { replyInSlack, sendFromShop } from "./others.ts";
import type { Vendors } from "./simulator.ts";

type Fields = Record<string, string>;

/** The actions of a person on the other side, with their fields. */
const deeds: Record<
  string,
  { label: string; fields: Fields; run(vendors: Vendors, given: Fields): Promise<unknown> }
> = {
  "hubspot-contact": {
    label: "HubSpot: save a contact",
    fields: { id: "", firstname: "Njeri", lastname: "Mwangi", phone: "+254712000201" },
    run: (vendors, { id, firstname = "", lastname = "", phone = "" }) =>
      saveInHubspot(vendors, id || undefined, { firstname, lastname, phone }, "CRM_UI"),
  },
  "salesforce-contact": {
    label: "Salesforce: save a contact",
    fields: { id: "", firstname: "Kevin", lastname: "Otieno", phone: "+254712000202" },
    run: async (vendors, { id, firstname = "", lastname = "", phone = "" }) =>
      saveInSalesforce(vendors, id || undefined, { firstname, lastname, phone }),
  },
  "shop-order": {
    label: "Shopify: place an order",
    fields: {
      shop: "duka-letu.myshopify.com",
      topic: "orders/create",
      name: "#1001",
      total: "1500.00",
      phone: "+254712000203",
      cart: "",
    },
    run: (vendors, { shop = "", topic = "", name = "", total = "", phone = "", cart }) =>
      sendFromShop(vendors, shop, topic, {
        id: Number(vendors.nextId()),
        name,
        checkout_token: cart || null,
        total_price: total,
        currency: "KES",
        phone,
        customer: { first_name: "Amina", last_name: "Said", phone },
        fulfillments:
          topic === "orders/fulfilled"
            ? [{ tracking_number: "G4S-77", tracking_url: "https://track.example/G4S-77" }]
            : [],
      }),
  },
  "shop-cart": {
    label: "Shopify: fill a cart",
    fields: { shop: "duka-letu.myshopify.com", token: "cart1", total: "900.00", phone: "+254712000204" },
    run: (vendors, { shop = "", token = "", total = "", phone = "" }) =>
      sendFromShop(vendors, shop, "checkouts/create", {
        id: Number(vendors.nextId()),
        token,
        total_price: total,
        currency: "KES",
        phone,
        completed_at: null,
        abandoned_checkout_url: `https://${shop}/checkouts/${token}/recover`,
      }),
  },
  "slack-reply": {
    label: "Slack: reply in the newest thread",
    fields: { text: "Ndiyo, tunafungua kesho." },
    async run(vendors, { text = "" }) {
      const root = vendors.slack.findLast(({ threadTs }) => threadTs === undefined);
      if (root) await replyInSlack(vendors, { channel: root.channel, threadTs: root.ts, text });
      return { found: root !== undefined };
    },
  },
};

/** `POST /_sim/<deed>` with its fields; `POST /_sim/behaviour` `{rotate, downFor, silent}`; `GET /_sim/ledger`. */
export async function control(vendors: Vendors, request: SimulatorRequest): Promise<SimulatorReply> {
  const name = request.path.slice("/_sim/".length);
  const isForm = request.contentType.startsWith("application/x-www-form-urlencoded");
  const given = (
    isForm ? Object.fromEntries(new URLSearchParams(request.body)) : JSON.parse(request.body || "{}")
  ) as Fields;
  if (name === "ledger") {
    const { timeline, slack, tokens } = vendors;
    const [hubspot, sheets] = [[...vendors.hubspot.values()], Object.fromEntries(vendors.sheets)];
    return json(200, { hubspot, timeline, slack, sheets, refreshes: tokens.refreshes });
  }
  if (name === "behaviour") {
    const { rotate, downFor, silent } = given as { rotate?: unknown; downFor?: unknown; silent?: unknown };
    vendors.tokens.rotate = rotate === true;
    vendors.downFor = Number(downFor ?? 0);
    vendors.silent = silent === true;
    return json(200, { ok: true });
  }
  const deed = deeds[name];
  if (!deed) return json(404, { message: "There is no such deed." });
  const result = await deed.run(vendors, { ...deed.fields, ...given });
  return isForm ? { status: 303, body: "", location: "/" } : json(200, { ok: true, result });
}

/** The page for playing the services' side. */
export function controlPage(vendors: Vendors): SimulatorReply {
  const forms = Object.entries(deeds).map(
    ([name, { label, fields }]) =>
      `<form method="post" action="/_sim/${name}"><h2>${label}</h2>${Object.entries(fields)
        .map(([field, value]) => `<p><label>${field} <input name="${field}" value="${value}"></label></p>`)
        .join("")}<p><button>Do it</button></p></form>`,
  );
  const known = `<p>${vendors.hubspot.size} HubSpot contacts, ${vendors.timeline.length} entries on timelines, ${vendors.slack.length} Slack messages.</p>`;
  return page("Simulators of connected services", known + forms.join(""));
}
