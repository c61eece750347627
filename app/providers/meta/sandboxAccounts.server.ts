import type { Graph } from "./graph.server.ts";

/** An account for the simulator of Meta, as if it had been connected there. */
export interface KnownAccount {
  wabaId: string;
  businessId: string;
  name: string;
  accessToken: string;
  numbers: {
    id: string;
    displayPhoneNumber: string;
    verifiedName: string;
    throughput: number;
    qualityRating?: string;
    messagingLimit?: string;
  }[];
  templates: {
    id: string;
    name: string;
    language: string;
    category: string;
    status: string;
    /** As Meta writes it: `NONE`, `SCAM` … */
    rejectedReason: string;
    components: readonly object[];
  }[];
  /** Its product catalogue. */
  catalogue?: {
    id: string;
    name: string;
    items: { id: string; retailer_id: string; name: string; priceCents: number; currency: string }[];
  };
  /** Open customer service windows: the customer's number in digits, and the end. */
  windows: { phoneNumberId: string; customer: string; until: string }[];
}

/** Adds accounts to the sandbox's simulator; existing ones are replaced. */
export async function introduceAccounts(graph: Graph, accounts: readonly KnownAccount[]): Promise<void> {
  const answer = await graph.pool.request({
    method: "PUT",
    path: "/_sim/accounts",
    body: JSON.stringify({ accounts }),
    headers: { "content-type": "application/json" },
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200)
    throw new Error(`The simulator took no accounts (${answer.statusCode}): ${text}`);
}
