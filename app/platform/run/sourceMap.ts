/** A position in a file: lines from 1, columns from 0. */
interface Place {
  line: number;
  column: number;
}

const digits = new Map(
  [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"]
    .entries()
    .map(([value, digit]) => [digit.charCodeAt(0), value]),
);

/** The numbers of a segment, each in base 64 with its sign in the lowest bit. */
function decode(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (let at = 0; at < segment.length; at++) {
    const digit = digits.get(segment.charCodeAt(at))!;
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}

/**
 * The origins of these positions of a built file, as `source:line:column`. Each segment of `mappings` (Source
 * Map v3) contains differences to the one before: column here, source, line and column there.
 */
export function originsOf(
  { mappings, sources }: { mappings: string; sources: readonly string[] },
  places: readonly Place[],
): (string | undefined)[] {
  const found: (string | undefined)[] = places.map(() => undefined);
  const byLine = Map.groupBy(places.keys(), (index) => places[index]!.line);
  const now = [0, 0, 0, 0, 0];
  for (const [index, line] of mappings.split(";", Math.max(...byLine.keys())).entries()) {
    const wanted = byLine.get(index + 1) ?? [];
    now[0] = 0;
    for (const segment of line.split(",")) {
      const differences = decode(segment);
      differences.forEach((difference, field) => {
        now[field]! += difference;
      });
      if (differences.length < 4) continue;
      for (const place of wanted)
        if (now[0]! <= places[place]!.column)
          found[place] = `${sources[now[1]!]}:${now[2]! + 1}:${now[3]! + 1}`;
    }
  }
  return found;
}
