/** On calls that a page makes for a posted form. */
export const formHeader = "x-posted-form";

/** On an answer of before. */
export const replayedHeader = "idempotent-replayed";
