import type { Graph } from "./graph.server.ts";

/** A message as the simulated phone shows it. `outbound`: from the business. */
export interface HandsetMessage {
  wamid: string;
  direction: "outbound" | "inbound";
  at: string;
  status: string;
  type: string;
  /** `mediaId`: Meta's id of the file that it brought. */
  header?: { format: string; text?: string; mediaId?: string };
  body: string;
  footer?: string;
  buttons?: { type: string; text: string; url?: string; phoneNumber?: string; payload?: string }[];
  cards?: Pick<HandsetMessage, "header" | "body" | "buttons">[];
  /** Of a catalogue message; the price as Meta writes it. */
  products?: { code: string; name: string; price: string }[];
  contextId?: string;
}

export interface HandsetConversation {
  phoneNumberId: string;
  displayPhoneNumber: string;
  verifiedName: string;
  messages: HandsetMessage[];
}

/** A phone's messages with every business of the simulator: the caller shows its own numbers only. */
export async function readHandset(graph: Graph, phone: string): Promise<HandsetConversation[]> {
  const answer = await control<{ conversations: HandsetConversation[] }>(
    graph,
    "GET",
    `handset?${new URLSearchParams({ phone })}`,
  );
  return answer.conversations;
}

/** A customer's message to a business number: one of its parts. */
export interface CustomerMessage {
  phoneNumberId: string;
  from: string;
  name?: string;
  text?: string;
  /** A quick reply of the message `contextId` is pressed. */
  button?: { text: string; payload: string; contextId: string };
  /** The message replied to. */
  contextId?: string;
  media?: {
    type: "image" | "video" | "audio" | "document" | "sticker";
    id: string;
    caption?: string;
    filename?: string;
    voice?: boolean;
  };
  location?: { latitude: number; longitude: number };
  contact?: { name: string; phone: string };
  reaction?: { messageId: string; emoji: string };
  /** A cart, at the catalogue's prices. */
  order?: { product_items: { product_retailer_id: string; quantity: number }[]; text?: string };
}

export async function writeAsCustomer(graph: Graph, message: CustomerMessage): Promise<void> {
  await control(graph, "POST", "inbound", message);
}

/** Stores a customer's file at the simulated Meta; returns its id. */
export async function uploadAsCustomer(
  graph: Graph,
  file: { phoneNumberId: string; contentType: string; bytes: Buffer },
): Promise<string> {
  const answer = await graph.pool.request({
    method: "POST",
    path: `/_sim/media?${new URLSearchParams({ phoneNumberId: file.phoneNumberId })}`,
    headers: { "content-type": file.contentType },
    body: file.bytes,
  });
  const { id } = (await answer.body.json()) as { id?: string };
  if (answer.statusCode !== 200 || !id) throw new Error(`The simulator answered ${answer.statusCode}`);
  return id;
}

/** A file between a number and a customer; null when that number has none with this id. */
export async function readFileOnPhone(
  graph: Graph,
  file: { phoneNumberId: string; id: string },
): Promise<{ contentType: string; bytes: Buffer } | null> {
  const answer = await graph.pool.request({
    method: "GET",
    path: `/_sim/media?${new URLSearchParams(file)}`,
  });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  if (answer.statusCode !== 200) return null;
  return { contentType: String(answer.headers["content-type"]), bytes };
}

/** The control surface of the simulator, on the same host as the Graph API. */
async function control<T>(graph: Graph, method: "GET" | "POST", path: string, body?: unknown): Promise<T> {
  const answer = await graph.pool.request({
    method,
    path: `/_sim/${path}`,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  if (answer.statusCode !== 200) {
    await answer.body.dump();
    throw new Error(`The simulator answered ${answer.statusCode} to ${method} ${path}`);
  }
  return (await answer.body.json()) as T;
}
