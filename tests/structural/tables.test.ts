import { describe, expect, it } from "vitest";
import { sourceFiles } from "./files.ts";
import { ratchet } from "./ratchet.ts";
import { rooms } from "./rooms.ts";
import { ofLaterRooms, tables } from "./tables.ts";
import { tablesOfLaterRooms } from "./tablesOfLaterRooms.ts";

const files = sourceFiles(/^app\/(domain|db\/schema)\/.*(?<!\.test)\.tsx?$/);
const found = files.flatMap(ofLaterRooms);
const listed = Object.entries(tablesOfLaterRooms).flatMap(([file, names]) =>
  names.map((name) => `${file} → ${name}`),
);

describe("tables", () => {
  it("lie in the rooms of the domain", () => {
    expect(tables.length).toBeGreaterThan(150);
    expect(tables.filter(({ room }) => !rooms.includes(room))).toEqual([]);
  });

  it("are read and written by their own room and later ones", () => {
    expect(ratchet("tables of later rooms", listed, found)).toEqual([]);
  });

  it("the rule bites", () => {
    const reached = (room: string, text: string) =>
      ofLaterRooms({ path: `app/domain/${room}/a.server.ts`, text }).map((one) => one.split(" → ")[1]);
    const imported = 'import { deals } from "#app/db/schema/crm/deals.ts";';
    expect(reached("contacts", imported)).toEqual(["deals"]);
    expect(reached("crm", imported)).toEqual([]);
    expect(reached("contacts", 'import type { StageKind } from "#app/db/schema/crm/deals.ts";')).toEqual([]);
    expect(reached("contacts", "sql`update crm_tasks set note = ''`")).toEqual(["crm_tasks"]);
    expect(reached("contacts", "sql`select 1 from contacts c, deals d`")).toEqual(["deals"]);
    expect(reached("contacts", "sql`delete from only messages using deals`")).toEqual(["deals", "messages"]);
    expect(reached("contacts", "sql`with deals as (select 1) select 1 from deals`")).toEqual([]);
    expect(reached("contacts", "// what is taken from deals")).toEqual([]);
    const inSchema = {
      path: "app/db/schema/record/a.ts",
      text: 'import { users } from "../accounts/users.ts";',
    };
    expect(ofLaterRooms(inSchema)).toHaveLength(1);
  });
});
