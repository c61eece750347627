import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at, bytea, createdAt, id, orgId } from "./columns.ts";
import { organisations } from "./identity.ts";

/** An offer by mail to join an organisation. The link holds the token; only its SHA-256 is stored. */
export const invitations = pgTable(
  "invitations",
  {
    orgId: orgId().references(() => organisations.id, { onDelete: "cascade" }),
    id: id(),
    email: text("email").notNull(),
    role: text("role").$type<"admin" | "agent">().notNull(),
    tokenHash: bytea("token_hash").notNull().unique(),
    invitedBy: text("invited_by").notNull(),
    createdAt: createdAt(),
    expiresAt: at("expires_at").notNull(),
    acceptedAt: at("accepted_at"),
    revokedAt: at("revoked_at"),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), index("invitations_email").on(t.orgId, t.email)],
);
