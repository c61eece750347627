import { describe, expect, it } from "vitest";
import { eventTypes, wordless, wordsOf } from "#app/domain/insights/events/words.ts";
import { sourceFiles, withoutComments } from "./files.ts";

/** Event types that a room declares, by name and place. */
const declared = (files: readonly { path: string; text: string }[]) =>
  files.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(/eventType\(\{\s*name: "([^"]+)"/g)].map(([, name]) => ({
      path,
      name: name!,
    })),
  );

const misplaced = (files: readonly { path: string; text: string }[]) =>
  declared(files).filter(({ path }) => !/^app\/domain\/\w+\/events\.ts$/.test(path));

describe("event types", () => {
  const rooms = sourceFiles(/^app\/.*(?<!\.test)\.ts$/);

  it("are in the events.ts of their room, and every room's are loaded", () => {
    expect(misplaced(rooms)).toEqual([]);
    expect(
      declared(rooms)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...eventTypes.keys()].sort());
  });

  it("the rule bites", () => {
    const text = 'export const x = eventType({ name: "x.happened", type: null, data });';
    expect(misplaced([{ path: "app/domain/contacts/create.server.ts", text }])).toHaveLength(1);
    expect(misplaced([{ path: "app/domain/contacts/events.ts", text }])).toEqual([]);
  });

  it("have words", () => {
    expect(wordless()).toEqual([]);
  });

  it("of an unknown version are shown by name", () => {
    const event = {
      name: "campaign.started",
      data: {},
      subjectId: null,
      status: "success",
      changes: null,
    } as const;
    expect(wordsOf(event)).toEqual({ title: "campaign.started", details: "" });
  });
});
