import { z } from "zod";

declare module "zod" {
  interface GlobalMeta {
    /** The default while the setting is not given, as text; `docs/configuration.md` shows it. */
    unset?: string;
  }
}

/** A setting of free text that may be absent. */
export const text = z.string().trim().min(1).optional();

export const port = (usual: number) => z.coerce.number().int().min(0).max(65535).default(usual);
