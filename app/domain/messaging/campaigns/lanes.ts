/** The sending priority within a number and a process: lower lanes first. */
export const lanes = { code: 0, reply: 1, utility: 2, marketing: 3 } as const;
export const laneCount = Object.keys(lanes).length;

/** The lane of a message: `category` is its template's, null for a reply. */
export function laneOf(category: string | null): number {
  if (category === null) return lanes.reply;
  if (category === "AUTHENTICATION") return lanes.code;
  return category === "UTILITY" ? lanes.utility : lanes.marketing;
}

/** SQL: the lane of a campaign, by the category of its template. */
export const laneOfCategory = (category: string) =>
  `case ${category} when 'AUTHENTICATION' then ${lanes.code} when 'UTILITY' then ${lanes.utility} else ${lanes.marketing} end`;
