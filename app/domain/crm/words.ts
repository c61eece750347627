/** Choices of the screens of deals and tasks, apart from the schemas, so that a browser gets them without the validation. */

import type { DealChangeKind, StageKind } from "#app/db/schema/crm/deals.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export type { DealChangeKind, StageKind };

export const stageKindWords: Readonly<Record<StageKind, string>> = lazy({
  open: m.common_open,
  won: m.deals_stage_kind_won,
  lost: m.deals_stage_kind_lost,
});

export const taskViews = ["mine", "all", "overdue", "done"] as const;
export type TaskView = (typeof taskViews)[number];

/** Characters of a title, and of a note. */
export const maxTitleLength = 120;
export const maxNoteLength = 2000;
/** How many stages there can be. */
export const maxStages = 20;
/** KES. */
export const maxValue = 1_000_000_000;
