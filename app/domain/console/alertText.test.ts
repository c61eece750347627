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
      message: "A job has waited for over five minutes",
      text: "A job has been waiting for over five minutes",
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
      message: "graph is down",
      text: "Meta is down",
    },
    {
      rule: "service:graph:degraded",
      service: "graph",
      message: "graph is degraded: connect ECONNREFUSED",
      text: "Meta is degraded: connect ECONNREFUSED",
    },
    {
      rule: "service:smtp:down",
      service: "smtp",
      message: `smtp is down: ${serviceNote("service.answered", { status: 503 })}`,
      text: "Email is down: it returned 503",
    },
    {
      rule: "service:fax:down",
      service: "fax",
      message: "fax is down",
      text: "fax is down",
    },
    {
      rule: "service:graph:down",
      service: "graph",
      message: "Entered by hand",
      text: "Entered by hand",
    },
  ])("of $rule, stored as $message", ({ text, ...alert }) => {
    expect(alertText(alert)).toBe(text);
  });
});
