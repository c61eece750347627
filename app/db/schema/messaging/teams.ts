import { sql } from "drizzle-orm";
import { boolean, foreignKey, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, orgId, updatedAt } from "../columns.ts";
import { members } from "../organisations/organisations.ts";
import type { WorkingWeek } from "./workingWeek.ts";

/** A part of the organisation's members with a queue of its own. The organisation itself is the default team. */
export const teams = pgTable(
  "teams",
  {
    orgId: orgId(),
    id: id(),
    name: text("name").notNull(),
    /** When its conversations are assigned automatically. Null: in the organisation's working hours. */
    workingWeek: jsonb("working_week").$type<WorkingWeek>(),
    /** Its waiting unassigned conversations are assigned to its members on duty. */
    autoAssign: boolean("auto_assign").notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), uniqueIndex("teams_name").on(t.orgId, sql`lower(name)`)],
);

/** A member may be in several teams. */
export const teamMembers = pgTable(
  "team_members",
  {
    orgId: orgId(),
    teamId: text("team_id").notNull(),
    userId: text("user_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.teamId, t.userId] }),
    foreignKey({ columns: [t.orgId, t.teamId], foreignColumns: [teams.orgId, teams.id] }).onDelete("cascade"),
    foreignKey({ columns: [t.orgId, t.userId], foreignColumns: [members.orgId, members.userId] }).onDelete(
      "cascade",
    ),
  ],
);
