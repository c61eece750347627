import { z } from "zod";
import { m } from "#messages";
import { kraPinExample } from "./kraPinExample.ts";

const error = () => m.checks_etims_pin({ example: kraPinExample });

/** A KRA PIN as typed. */
export const kraPin = z
  .string({ error })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]\d{9}[A-Z]$/, { error });

/** The same, or nothing. */
export const optionalKraPin = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^([A-Z]\d{9}[A-Z])?$/, { error });
