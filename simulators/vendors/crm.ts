import { json, type SimulatorReply, type SimulatorRequest } from "../kit/httpServer.ts";
import { listAt, objectAt, textAt } from "../kit/json.ts";
import { accountOf, bodyOf, type Person, type Vendors } from "./simulator.ts";

const now = () => new Date().toISOString();

const shown = ({ id, firstname, lastname, phone }: Person) => ({
  id,
  properties: { firstname, lastname, phone },
});

/** Creates or updates a contact of HubSpot and notifies our app. */
export async function saveInHubspot(
  vendors: Vendors,
  id: string | undefined,
  properties: Partial<Pick<Person, "firstname" | "lastname" | "phone">>,
  changeSource: string,
): Promise<Person> {
  const before = id === undefined ? undefined : vendors.hubspot.get(id);
  const person: Person = {
    firstname: "",
    lastname: "",
    phone: "",
    ...before,
    ...properties,
    id: before?.id ?? vendors.nextId(),
    changedAt: now(),
  };
  vendors.hubspot.set(person.id, person);
  await notifyOfContact(
    vendors,
    person.id,
    before ? "contact.propertyChange" : "contact.creation",
    changeSource,
  );
  return person;
}

async function notifyOfContact(
  vendors: Vendors,
  objectId: string,
  subscriptionType: string,
  changeSource: string,
) {
  const eventId = Number(vendors.nextId());
  const event = { eventId, portalId: 44556677, objectId: Number(objectId), subscriptionType, changeSource };
  const body = JSON.stringify([{ ...event, attemptNumber: 0, occurredAt: Date.now() }]);
  const timestamp = String(Date.now());
  const url = `${vendors.options.hooksUrl}/hubspot`;
  await vendors.post("hubspot", body, {
    "x-hubspot-request-timestamp": timestamp,
    "x-hubspot-signature-v3": vendors.sign("hubspot", `POST${url}${body}${timestamp}`, "base64"),
  });
}

const propertiesIn = (request: SimulatorRequest) => {
  const given = objectAt(bodyOf(request), "properties") ?? {};
  return Object.fromEntries(
    ["firstname", "lastname", "phone"].flatMap((name) =>
      name in given ? [[name, String(given[name] ?? "")]] : [],
    ),
  );
};

/** HubSpot's API of contacts and communications. */
export async function hubspot(vendors: Vendors, request: SimulatorRequest): Promise<SimulatorReply> {
  const { method, path } = request;
  const about = /^\/oauth\/v1\/access-tokens\/(.+)$/.exec(path)?.[1];
  if (about) return aboutToken(vendors, decodeURIComponent(about));
  if (method === "DELETE" && path.startsWith("/oauth/v1/refresh-tokens/")) {
    const claims = vendors.tokens.read(decodeURIComponent(path.split("/").at(-1)!), "refresh");
    if (claims) vendors.tokens.revoke("hubspot", claims.account);
    return { status: 204, body: "" };
  }
  if (!accountOf(vendors, "hubspot", request))
    return json(401, {
      status: "error",
      message: "Authentication credentials not found.",
      category: "INVALID_AUTHENTICATION",
    });
  if (path === "/crm/v3/objects/contacts/search") return search(vendors, request);
  if (path === "/crm/v3/objects/communications/search") return searchTimeline(vendors, request);
  if (path === "/crm/v3/objects/communications") return addToTimeline(vendors, request);
  const id = /^\/crm\/v3\/objects\/contacts\/(\w+)$/.exec(path)?.[1];
  const known = id === undefined ? undefined : vendors.hubspot.get(id);
  if (id !== undefined && !known) return json(404, { status: "error", message: "resource not found" });
  if (method === "GET" && known) return json(200, shown(known));
  const person = await saveInHubspot(vendors, id, propertiesIn(request), "INTEGRATION");
  return json(id === undefined ? 201 : 200, shown(person));
}

function aboutToken(vendors: Vendors, token: string): SimulatorReply {
  const claims = vendors.tokens.read(token, "access");
  if (!claims) return json(404, { status: "error", message: "token not found" });
  return json(200, { hub_id: Number(claims.account), hub_domain: "duka-letu.example", token });
}

function search(vendors: Vendors, request: SimulatorRequest): SimulatorReply {
  const [group] = listAt(bodyOf(request), "filterGroups");
  const phone = textAt(listAt(group, "filters")[0], "value");
  const results = [...vendors.hubspot.values()].filter((person) => person.phone === phone).map(shown);
  return json(200, { total: results.length, results });
}

function addToTimeline(vendors: Vendors, request: SimulatorRequest): SimulatorReply {
  const body = bodyOf(request);
  const contactId = textAt(objectAt(listAt(body, "associations")[0], "to"), "id") ?? "";
  const text = textAt(objectAt(body, "properties"), "hs_communication_body") ?? "";
  const at = textAt(objectAt(body, "properties"), "hs_timestamp") ?? "";
  vendors.timeline.push({ contactId, text, at });
  return json(201, { id: vendors.nextId() });
}

function searchTimeline(vendors: Vendors, request: SimulatorRequest): SimulatorReply {
  const [group] = listAt(bodyOf(request), "filterGroups");
  const [contactId, atMs] = listAt(group, "filters").map((filter) => textAt(filter, "value"));
  const results = vendors.timeline
    .filter((entry) => entry.contactId === contactId && Date.parse(entry.at) === Number(atMs))
    .map(({ text }) => ({ properties: { hs_communication_body: `<p>${text}</p>` } }));
  return json(200, { total: results.length, results });
}

/** Salesforce's contacts API, with the part of SOQL that we use. */
export function salesforce(vendors: Vendors, request: SimulatorRequest): SimulatorReply {
  const { method, path, query } = request;
  if (path === "/services/oauth2/revoke") return revoke(vendors, "salesforce", request);
  if (!accountOf(vendors, "salesforce", request))
    return json(401, [{ message: "Session expired or invalid", errorCode: "INVALID_SESSION_ID" }]);
  if (path.endsWith("/query")) return answerSoql(vendors, query.get("q") ?? "");
  const id = /\/sobjects\/Contact\/(\w+)$/.exec(path)?.[1];
  if (id !== undefined && !vendors.salesforce.has(id))
    return json(404, [{ message: "Provided external ID field does not exist", errorCode: "NOT_FOUND" }]);
  const body = bodyOf(request);
  const saved = saveInSalesforce(vendors, id, {
    firstname: textAt(body, "FirstName") ?? "",
    lastname: textAt(body, "LastName") ?? "",
    phone: textAt(body, "MobilePhone") ?? "",
  });
  return method === "PATCH"
    ? { status: 204, body: "" }
    : json(201, { id: saved.id, success: true, errors: [] });
}

export function saveInSalesforce(
  vendors: Vendors,
  id: string | undefined,
  properties: Pick<Person, "firstname" | "lastname" | "phone">,
): Person {
  const person = { ...properties, id: id ?? `003${vendors.nextId()}`, changedAt: now() };
  vendors.salesforce.set(person.id, person);
  return person;
}

function answerSoql(vendors: Vendors, soql: string): SimulatorReply {
  const since = /SystemModstamp > (\S+)/.exec(soql)?.[1] ?? "";
  const phone = /MobilePhone = '([^']*)'/.exec(soql)?.[1];
  const records = [...vendors.salesforce.values()]
    .filter((person) => person.changedAt > since && (phone === undefined || person.phone === phone))
    .toSorted((a, b) => a.changedAt.localeCompare(b.changedAt))
    .map(({ id, firstname, lastname, phone: MobilePhone, changedAt }) => ({
      Id: id,
      Name: [firstname, lastname].filter(Boolean).join(" "),
      MobilePhone,
      SystemModstamp: changedAt,
    }));
  return json(200, { totalSize: records.length, done: true, records });
}

/** OAuth's revocation (RFC 7009): returns 200 for any token. */
export function revoke(
  vendors: Vendors,
  vendor: "salesforce" | "google_sheets",
  request: SimulatorRequest,
): SimulatorReply {
  const claims = vendors.tokens.read(new URLSearchParams(request.body).get("token") ?? "", "refresh");
  if (claims) vendors.tokens.revoke(vendor, claims.account);
  return json(200, {});
}
