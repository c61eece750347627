import { describe, expect, it } from "vitest";
import { sourceFiles } from "./files.ts";
import { circleIn, type Import, importsOf } from "./imports.ts";
import { ratchet } from "./ratchet.ts";
import { isLater, roomOf, rooms } from "./rooms.ts";
import { circlesIn, floorsIn, placeOf } from "./subFolders.ts";

const files = sourceFiles(/^((app|simulators)\/.*|server)(?<!\.test)\.tsx?$/);
const imports = files.flatMap(importsOf);
const named = ({ from, to }: Import) => `${from} → ${to}`;

function againstTheRooms(all: readonly Import[]): string[] {
  return all
    .filter(({ from, to }) => {
      const [here, there] = [roomOf(from), roomOf(to)];
      return here && there && isLater(there, here);
    })
    .map(named);
}

function againstTheFloors(all: readonly Import[]): string[] {
  return all
    .filter(({ from, to }) => {
      const room = roomOf(from);
      const floors = room && room === roomOf(to) ? floorsIn[room] : undefined;
      if (!floors || placeOf(from) === placeOf(to)) return false;
      const levelOf = (file: string) => floors.indexOf(placeOf(file)!.slice(room!.length + 1));
      return levelOf(to) > levelOf(from);
    })
    .map(named);
}

/** What a floor may not import, the lowest floor first. */
const above: readonly { floor: RegExp; forbidden: RegExp; alsoTypes: boolean }[] = [
  { floor: /^app\/platform\//, forbidden: /^app\/(?!platform\/)/, alsoTypes: true },
  { floor: /^app\/db\//, forbidden: /^app\/(?!platform\/|db\/)/, alsoTypes: true },
  { floor: /^app\/providers\//, forbidden: /^app\/(?!platform\/|db\/|providers\/)/, alsoTypes: true },
  { floor: /^app\/domain\//, forbidden: /^app\/(?!platform\/|db\/|providers\/|domain\/)/, alsoTypes: true },
  { floor: /^app\/worker\//, forbidden: /^app\/(api|web|ui|routes|demo)\//, alsoTypes: true },
  { floor: /^app\/api\//, forbidden: /^app\/(worker|web|ui|routes|demo)\//, alsoTypes: true },
  {
    floor: /^app\/web\//,
    forbidden: /^app\/(domain|db|worker|ui|routes|demo|providers)\//,
    alsoTypes: false,
  },
  { floor: /^app\/ui\//, forbidden: /^app\/(domain|db|api|worker|routes|demo|providers)\//, alsoTypes: true },
  { floor: /^simulators\/kit\//, forbidden: /^(app|simulators\/(?!kit\/))/, alsoTypes: true },
  { floor: /^simulators\/(?!start\.ts)/, forbidden: /^app\//, alsoTypes: true },
];

const upwards = (all: readonly Import[]) =>
  all
    .filter(({ from, to, ofTypes }) =>
      above.some((rule) => rule.floor.test(from) && rule.forbidden.test(to) && (rule.alsoTypes || !ofTypes)),
    )
    .map(named);

/** Existing imports against the order. */
const left = [
  // The services, as types.
  "app/platform/context.ts → app/db/client.server.ts",
  "app/platform/context.ts → app/providers/meta/graph.server.ts",
  "app/platform/jobs.ts → app/db/client.server.ts",
];

/** Circles that still stand. */
const circlesLeft = [
  // A contact is the room's first noun: its verbs lie next to the sub-folders, and check its fields and segments, which use
  // the room's errors and events.
  ["contacts/*", "contacts/fields", "contacts/imports", "contacts/segments"],
];

describe("floors", () => {
  it("the rule bites", () => {
    const found = (from: string, to: string, ofTypes = false) => upwards([{ from, to, ofTypes }]).length;
    expect(found("app/domain/money/hold.server.ts", "app/api/app.server.ts")).toBe(1);
    expect(found("app/domain/money/hold.server.ts", "app/worker/runner.server.ts", true)).toBe(1);
    expect(found("app/domain/money/hold.server.ts", "app/web/toast.server.ts")).toBe(1);
    expect(found("app/ui/badge.tsx", "app/domain/contacts/words.ts")).toBe(1);
    expect(found("app/platform/ids.ts", "app/domain/contacts/words.ts", true)).toBe(1);
    expect(found("simulators/meta/server.ts", "app/platform/ids.ts")).toBe(1);
    expect(found("app/worker/sendMail.server.ts", "app/domain/record/jobs.ts")).toBe(0);
  });
});

it("the lowest floor groups its files by topic", () => {
  const ungrouped = sourceFiles(/^app\/platform\/[^/]+$/);
  expect(ungrouped.length).toBeLessThanOrEqual(12);
});

describe("rooms of the domain", () => {
  it("are those of the list", () => {
    const found = new Set(files.flatMap(({ path }) => roomOf(path) ?? []));
    expect([...found].filter((room) => !rooms.includes(room))).toEqual([]);
  });

  it("the rule bites", () => {
    const found = (here: string, there: string) =>
      againstTheRooms([{ from: `app/domain/${here}/a.ts`, to: `app/domain/${there}/b.ts`, ofTypes: true }])
        .length;
    expect(found("money", "messaging")).toBe(1);
    expect(found("messaging", "money")).toBe(0);
    expect(found("messaging", "messaging")).toBe(0);
  });
});

describe("sub-folders of the large rooms", () => {
  it("are those of the list, and the list names nothing else", () => {
    const places = new Set(files.flatMap(({ path }) => placeOf(path) ?? []));
    for (const [room, floors] of Object.entries(floorsIn)) {
      const folders = [...places].filter(
        (place) => roomOf(`app/domain/${place}/`) === room && !place.includes("."),
      );
      const listed = floors.map((floor) => `${room}/${floor}`);
      expect(folders.filter((folder) => !listed.includes(folder))).toEqual([]);
      expect(listed.filter((place) => !places.has(place))).toEqual([]);
    }
  });

  it("the rule bites", () => {
    const found = (here: string, there: string) =>
      againstTheFloors([{ from: `app/domain/${here}`, to: `app/domain/${there}`, ofTypes: true }]).length;
    expect(found("messaging/messages/a.ts", "messaging/conversations/b.ts")).toBe(1);
    expect(found("messaging/conversations/b.ts", "messaging/messages/a.ts")).toBe(0);
    expect(found("messaging/errors.ts", "messaging/media/a.ts")).toBe(1);
    expect(found("messaging/media/a.ts", "messaging/errors.ts")).toBe(0);
    expect(found("whatsapp/accounts/a.ts", "messaging/campaigns/b.ts")).toBe(0);
  });
});

describe("sub-folders of all rooms", () => {
  it("use each other in no circle but those listed", () => {
    const named = (circles: readonly (readonly string[])[]) => circles.map((circle) => circle.join(" and "));
    expect(ratchet("circles of sub-folders", named(circlesLeft), named(circlesIn(imports)))).toEqual([]);
  });

  it("the rule bites", () => {
    const chain = (...places: string[]) =>
      places.slice(1).map((to, n) => ({
        ...{ from: `app/domain/${places[n]}/a.ts`, to: `app/domain/${to}/b.ts` },
        ofTypes: false,
      }));
    expect(circlesIn(chain("crm/deals", "crm/tasks", "crm/deals"))).toEqual([["crm/deals", "crm/tasks"]]);
    expect(circlesIn(chain("crm/deals", "crm/tasks", "crm/stages"))).toEqual([]);
    const base = (from: string, to: string) => ({
      from: `app/domain/${from}`,
      to: `app/domain/${to}`,
      ofTypes: true,
    });
    const byBase = [base("crm/deals/a.ts", "crm/errors.ts"), base("crm/save.server.ts", "crm/deals/b.ts")];
    expect(circlesIn(byBase)).toEqual([["crm/*", "crm/deals"]]);
    expect(circlesIn([...byBase.slice(0, 1), base("crm/eventWords.ts", "crm/deals/b.ts")])).toEqual([]);
  });
});

describe("imports", () => {
  it("keep the order of floors, of rooms, and of the sub-folders of large rooms", () => {
    const found = [...upwards(imports), ...againstTheRooms(imports), ...againstTheFloors(imports)];
    expect(ratchet("imports against the order", left, found)).toEqual([]);
  });

  it("contain no cycle", () => {
    // The server's file is a program too: when run directly, it starts itself.
    const running = imports.filter(({ ofTypes, from }) => !ofTypes && from !== "server.ts");
    expect(running.length).toBeGreaterThan(1000);
    expect(circleIn(running)).toBeUndefined();
  });

  it("the rules bite", () => {
    const chain = (...names: string[]) =>
      names.slice(1).map((to, index) => ({ from: names[index]!, to, ofTypes: false }));
    expect(circleIn(chain("a", "b", "c", "a"))).toEqual(["a", "b", "c", "a"]);
    expect(circleIn([...chain("a", "b", "c"), ...chain("a", "c")])).toBeUndefined();
    const text = [
      'import { a } from "./a.ts";',
      'import type { B } from "#app/b.ts";',
      'import "./c.css?url";',
      'const d = await import("../d.ts");',
      '// import { e } from "./e.ts";',
    ].join("\n");
    expect(importsOf({ path: "app/web/x.ts", text }).map(({ to, ofTypes }) => [to, ofTypes])).toEqual([
      ["app/web/a.ts", false],
      ["app/b.ts", true],
      ["app/web/c.css", false],
      ["app/d.ts", false],
    ]);
  });
});
