export interface Credit {
  entryId: string;
  isBonus: boolean;
  remainingCents: number;
}

export interface Use {
  entryId: string;
  cents: number;
  /** The reversed entry's credit, which is used first. */
  of: string | null;
}

export interface Part {
  useEntryId: string;
  creditEntryId: string;
  amountCents: number;
}

/**
 * Allocates a debit to credits: first to the reversed one, then free before paid ones, oldest first.
 * Subtracts the used amounts from `credits`.
 */
export function allocate(credits: Credit[], use: Use): Part[] {
  const parts: Part[] = [];
  let open = use.cents;
  const takeFrom = (credit: Credit) => {
    const cents = Math.min(open, credit.remainingCents);
    if (cents <= 0) return;
    credit.remainingCents -= cents;
    open -= cents;
    parts.push({ useEntryId: use.entryId, creditEntryId: credit.entryId, amountCents: cents });
  };
  const own = credits.find(({ entryId }) => entryId === use.of);
  if (own) takeFrom(own);
  for (const isBonus of [true, false])
    for (const credit of credits)
      if (open > 0 && credit.isBonus === isBonus && credit !== own) takeFrom(credit);
  if (open > 0) throw new Error(`Entry ${use.entryId} uses ${open} cents that no credit has`);
  return parts;
}
