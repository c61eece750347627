export interface Credit {
  paymentId: string;
  leftCents: number;
}

export interface OpenDue {
  id: string;
  openCents: number;
}

/** A part of a payment that pays a due, wholly or in part. */
export interface DuePart {
  paymentId: string;
  dueId: string;
  cents: number;
}

/** Spreads one customer's credits over their open dues, both oldest first. */
export function spread(credits: readonly Credit[], dues: readonly OpenDue[]): DuePart[] {
  const parts: DuePart[] = [];
  const left = credits.map(({ leftCents }) => leftCents);
  let at = 0;
  for (const { id: dueId, openCents } of dues) {
    let open = openCents;
    while (open > 0 && at < credits.length) {
      const cents = Math.min(open, left[at]!);
      if (cents > 0) parts.push({ paymentId: credits[at]!.paymentId, dueId, cents });
      open -= cents;
      left[at]! -= cents;
      if (left[at]! <= 0) at += 1;
    }
  }
  return parts;
}
