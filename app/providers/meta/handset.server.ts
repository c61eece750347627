import type { Graph } from "./graph.server.ts";

/** A message as the simulated phone shows it. `outbound`: from the business. */
export interface HandsetMessage {
  wamid: string;
  direction: "outbound" | "inbound";
  at: string;
  status: string;
  type: string;
  header?: { format: string; text?: string };
  body: string;
  footer?: string;
  buttons?: { type: string; text: string; url?: string; phoneNumber?: string; payload?: string }[];
  contextId?: string;
}

export interface HandsetConversation {
  phoneNumberId: string;
  displayPhoneNumber: string;
  verifiedName: string;
  messages: HandsetMessage[];
}

/** What a customer's phone exchanged with every business of the simulator: the caller shows its own numbers alone. */
export async function readHandset(graph: Graph, phone: string): Promise<HandsetConversation[]> {
  const answer = await control<{ conversations: HandsetConversation[] }>(
    graph,
    "GET",
    `handset?${new URLSearchParams({ phone })}`,
  );
  return answer.conversations;
}

/** The customer writes to a business number, or presses a quick reply of the message `contextId`. */
export async function writeAsCustomer(
  graph: Graph,
  message: {
    phoneNumberId: string;
    from: string;
    name?: string;
    text?: string;
    button?: { text: string; payload: string; contextId: string };
  },
): Promise<void> {
  await control(graph, "POST", "inbound", message);
}

/** The control surface of the simulator; it lies beside the Graph API on the same host. */
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
