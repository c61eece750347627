import { ne } from "drizzle-orm";
import { templates } from "#app/db/schema/whatsapp/templates.ts";

/** A deleted template stays as a row, for what was sent with it. */
export const notDeleted = ne(templates.status, "DELETED");
