import { m } from "#messages";

/** The ways to ask for money, without their explanations. */
export const wayOptions = () => [
  { value: "prompt", label: m.requests_way_prompt() },
  { value: "account", label: m.requests_way_account() },
];
