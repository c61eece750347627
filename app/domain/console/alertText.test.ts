import { describe, expect, it } from "vitest";
import { registerRooms } from "#app/registerRooms.ts";
import { alertText } from "./alertText.ts";
import { serviceNote } from "./notes.ts";

registerRooms();

describe("the text of an alert", () => {
  it.each([
    {
      rule: "queue:oldest",
      service: "queue",
      message: "",
      text: "A job has been waiting for over 5 minutes",
    },
    {
      rule: "webhooks:lag",
      service: "worker",
      message: "",
      text: "Webhooks have been waiting for over 1 minute",
    },
    {
      rule: "messages:failing",
      service: "graph",
      message: "",
      text: "More than 20% of this hour’s messages failed",
    },
    {
      rule: "memory:used",
      service: "worker",
      message: "stored in another version's words",
      text: "The machine’s memory is nearly full",
    },
    {
      rule: "service:graph:down",
      service: "graph",
      message: "",
      text: "Meta is down",
    },
    {
      rule: "service:graph:degraded",
      service: "graph",
      message: "connect ECONNREFUSED",
      text: "Meta is degraded: connect ECONNREFUSED",
    },
    {
      rule: "service:smtp:down",
      service: "smtp",
      message: serviceNote("service.answered", { status: 503 }),
      text: "Email is down: it returned 503",
    },
    {
      rule: "service:fax:down",
      service: "fax",
      message: "",
      text: "fax is down",
    },
  ])("of $rule, stored as $message", ({ text, ...alert }) => {
    expect(alertText(alert)).toBe(text);
  });
});
