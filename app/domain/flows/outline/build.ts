import type { FlowDefinition, FlowStep, FlowTimeout } from "#app/db/schema/flows/flows.ts";

type Kind<K extends FlowStep["kind"]> = Extract<FlowStep, { kind: K }>;

/** Builders of steps, for the ready-made flows. */
export const say = (id: string, text: string, next = ""): Kind<"say"> => ({ id, kind: "say", text, next });

export const ask = (
  id: string,
  saveTo: string,
  text: string,
  more: Partial<Omit<Kind<"ask">, "id" | "kind">> = {},
): Kind<"ask"> => ({
  ...{ id, kind: "ask", text, saveTo, field: "", retry: "", check: "text", options: [], next: "" },
  ...more,
});

/** Choices as `title` or `title > step`. */
export const choose = (
  id: string,
  saveTo: string,
  text: string,
  titles: readonly string[],
  more: Partial<Omit<Kind<"choose">, "id" | "kind">> = {},
): Kind<"choose"> => ({
  ...{ id, kind: "choose", text, saveTo, field: "", retry: "", listButton: "", next: "" },
  shownAs: titles.length > 3 ? "list" : "buttons",
  choices: titles.map((line) => {
    const [title = "", goTo = ""] = line.split(" > ");
    return { title, description: "", goTo };
  }),
  ...more,
});

export const tag = (id: string, value: string, next = ""): Kind<"save"> => ({
  ...{ id, kind: "save", target: "tag", name: "", value, next },
});
/** An unassigned task, due the next day. */
export const task = (id: string, title: string, note = "", next = ""): Kind<"task"> => ({
  ...{ id, kind: "task", title, note, days: 1, memberId: "", next },
});
export const consent = (id: string, granted: boolean, next = ""): Kind<"consent"> => ({
  ...{ id, kind: "consent", granted, next },
});
export const handover = (id: string, text: string): Kind<"handover"> => ({
  ...{ id, kind: "handover", text, next: "" },
});
export const end = (id: string, text: string): Kind<"end"> => ({ id, kind: "end", text, next: "" });

export const defaultTimeout: FlowTimeout = {
  remindMinutes: 30,
  reminder: "",
  endMinutes: 120,
  afterwards: "handover",
  text: "",
};

export const definition = (
  keywords: string[],
  steps: FlowStep[],
  timeout: Partial<FlowTimeout> = {},
): FlowDefinition => ({
  steps,
  starts: { keywords, firstMessage: false, button: "", templateId: "" },
  timeout: { ...defaultTimeout, ...timeout },
});
