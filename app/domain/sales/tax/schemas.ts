import { z } from "zod";
import { vatClasses } from "#app/db/schema/sales/products.ts";
import { tooLong } from "#app/platform/forms/checks.ts";
import { kraPin } from "#app/platform/forms/kraPin.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { classDigits, headOffice } from "./fieldRules.ts";

export const taxDocumentId = idOf("taxDocument");

const badClass = () => m.checks_etims_class(classDigits);

/** An organisation's device at KRA. */
export const taxAccountForm = z.object({
  pin: kraPin,
  branch: z
    .string()
    .trim()
    .regex(/^\d{2}$/, { error: () => m.checks_etims_branch({ head: headOffice }) })
    .default(headOffice),
  deviceSerial: z
    .string({ error: m.checks_etims_serial })
    .trim()
    .min(1, { error: m.checks_etims_serial })
    .max(100, tooLong),
  /** Of a device that was set up with another program; empty: the stored one stays. */
  deviceKey: z.string().trim().max(200, tooLong).default(""),
  itemClass: z
    .string({ error: badClass })
    .trim()
    .regex(/^\d{8,10}$/, { error: badClass }),
  requestVatClass: z.enum(vatClasses).default("none"),
  /** The last number that was sent with this device by another program. */
  lastNumber: z.coerce
    .number({ error: m.checks_etims_number })
    .int({ error: m.checks_etims_number })
    .min(0, { error: m.checks_etims_number })
    .max(1_000_000_000, { error: m.checks_etims_number })
    .default(0),
});
export type TaxAccountForm = z.output<typeof taxAccountForm>;
