import { Hono } from "hono";
import type { Services } from "../context.ts";

/** The doors that outside services knock at, below `/api/hooks`. */
export function hooks(_services: Services): Hono {
  return new Hono();
}
