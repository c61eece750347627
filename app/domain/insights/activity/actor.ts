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
      return name || m.insights_actor_former_member();
    case "staff":
      return owner === undefined
        ? m.insights_actor_platform_staff()
        : m.insights_actor_staff_for_owner({
            name: name || m.insights_actor_platform_staff(),
            owner: owner || m.insights_actor_owner(),
          });
    case "key":
      return m.insights_actor_api();
    case "partner":
      return m.insights_actor_partner();
    case "visitor":
      return m.insights_actor_unknown();
    case "webhook":
    case "job":
      return m.insights_actor_system();
  }
}
