import type { Actor } from "#app/platform/context.ts";

/** Who did it, in words. `name` is the acting person's. */
export function actorWords(
  kind: Actor["kind"],
  name: string | undefined,
  /** Whose workspace staff acted in. */
  owner?: string,
): string {
  switch (kind) {
    case "member":
      return name || "A former member";
    case "staff":
      return owner === undefined
        ? "Platform staff"
        : `${name || "Platform staff"} (platform staff) for ${owner || "the owner"}`;
    case "key":
      return "The API";
    case "partner":
      return "A partner";
    case "visitor":
      return "Somebody";
    case "webhook":
    case "job":
      return "The system";
  }
}
