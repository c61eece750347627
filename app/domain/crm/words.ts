/** Choices of the screens of deals and tasks, apart from the schemas, so that a browser gets them without the validation. */

import type { DealChangeKind, StageKind } from "#app/db/schema/crm.ts";

export type { DealChangeKind, StageKind };

export const stageKindWords: Readonly<Record<StageKind, string>> = {
  open: "Open",
  won: "Won",
  lost: "Lost",
};

export const taskViews = ["mine", "all", "overdue", "done"] as const;
export type TaskView = (typeof taskViews)[number];

/** How many stages there can be. */
export const mostStages = 20;
/** KES. */
export const mostValue = 1_000_000_000;
