import { ne } from "drizzle-orm";
import { templates } from "#app/db/schema/whatsapp/templates.ts";

/** Deleted templates remain as rows, for messages sent with them. */
export const notDeleted = ne(templates.status, "DELETED");
