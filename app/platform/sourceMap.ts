/** A place in a file: lines from 1, columns from 0. */
interface Place {
  line: number;
  column: number;
}

const digits = new Map(
  [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"]
    .entries()
    .map(([value, digit]) => [digit.charCodeAt(0), value]),
);
const comma = ",".charCodeAt(0);
const semicolon = ";".charCodeAt(0);

/**
 * Where these places of a built file come from, as `source:line:column`. Each segment of `mappings` (Source Map v3) holds
 * differences to the one before, in base 64: column here, source, line and column there.
 */
export function originsOf(
  map: { mappings: string; sources: readonly string[] },
  places: readonly Place[],
): (string | undefined)[] {
  const { mappings, sources } = map;
  const found: (string | undefined)[] = places.map(() => undefined);
  const indexes = [...places.keys()];
  const byLine = Map.groupBy(indexes, (index) => places[index]!.line);
  const last = Math.max(...byLine.keys());
  let line = 1;
  let wanted = byLine.get(line) ?? [];
  const now = [0, 0, 0, 0, 0];
  let field = 0;
  let value = 0;
  let shift = 0;
  const endSegment = () => {
    if (field >= 4)
      for (const index of wanted)
        if (now[0]! <= places[index]!.column)
          found[index] = `${sources[now[1]!]}:${now[2]! + 1}:${now[3]! + 1}`;
    field = 0;
  };
  for (let at = 0; at < mappings.length && line <= last; at++) {
    const code = mappings.charCodeAt(at);
    if (code === comma || code === semicolon) {
      endSegment();
      if (code === comma) continue;
      now[0] = 0;
      line++;
      wanted = byLine.get(line) ?? [];
      continue;
    }
    const digit = digits.get(code)!;
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    now[field]! += value & 1 ? -(value >> 1) : value >> 1;
    field++;
    value = 0;
    shift = 0;
  }
  endSegment();
  return found;
}
