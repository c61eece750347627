import { m } from "#messages";

/** The ways to ask for money, without their explanations. */
export const wayOptions = () => [
  { value: "prompt", label: m.requests_way_prompt() },
  { value: "account", label: m.requests_way_account() },
];

/** Whether a new order asks for its money. */
export const askOptions = () => [...wayOptions(), { value: "no", label: m.orders_action_ask_no() }];
