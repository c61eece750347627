import { z } from "zod";

declare module "zod" {
  interface GlobalMeta {
    /** What applies while the setting is not given, in words; `docs/configuration.md` shows it as the default. */
    unset?: string;
  }
}

/** A setting of free text that may be absent. */
export const text = z.string().trim().min(1).optional();

export const port = (usual: number) => z.coerce.number().int().min(0).max(65535).default(usual);
