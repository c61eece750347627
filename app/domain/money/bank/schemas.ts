import { z } from "zod";
import { noMoreThan } from "#app/platform/forms/checks.ts";
import { m } from "#messages";

/** The reference that a transfer was announced with. */
export const transferReference = z
  .string({ error: m.admin_enter_the_reference })
  .trim()
  .min(1, { error: m.admin_enter_the_reference })
  .max(40, noMoreThan(40));
