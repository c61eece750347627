import type { Actor } from "#app/platform/context.ts";
import { m } from "#messages";

/** The actor as text. `name` is the acting person's. */
export function actorWords(
  kind: Actor["kind"],
  name: string | undefined,
  /** The owner of the workspace in which staff acted. */
  owner?: string,
): string {
  switch (kind) {
    case "member":
      return name || m.errors_a_former_member();
    case "staff":
      return owner === undefined
        ? m.errors_platform_staff()
        : m.errors_platform_staff_for({
            name: name || m.errors_platform_staff(),
            owner: owner || m.errors_the_owner(),
          });
    case "key":
      return m.errors_the_api();
    case "partner":
      return m.errors_a_partner();
    case "visitor":
      return m.errors_somebody();
    case "webhook":
    case "job":
      return m.errors_the_system();
  }
}
