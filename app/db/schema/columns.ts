import { customType, text, timestamp } from "drizzle-orm/pg-core";
import type { OrgId } from "#app/platform/ids.ts";

export const id = (name = "id") => text(name).notNull();
export const orgId = () => text("org_id").$type<OrgId>().notNull();
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
export const createdAt = () => at("created_at").notNull().defaultNow();
export const updatedAt = () =>
  at("updated_at")
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date());

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
