/** Names of contact fields are compared without case: `Town` and `town` are one field. */
export const fieldKey = (name: string): string => name.toLowerCase();

/** The field of a name; the exact spelling, when there are several. */
export function fieldOf<T>(fields: Record<string, T>, name: string): T | undefined {
  if (Object.hasOwn(fields, name)) return fields[name];
  return Object.entries(fields).find(([known]) => fieldKey(known) === fieldKey(name))?.[1];
}

/** Merges both: a name is written as in `earlier`, the value of `later` wins. */
export function unitedFields(
  earlier: Record<string, string>,
  later: Record<string, string>,
): Record<string, string> {
  const united = { ...earlier };
  const written = new Map(Object.keys(earlier).map((name) => [fieldKey(name), name]));
  for (const [name, value] of Object.entries(later)) {
    const known = written.get(fieldKey(name)) ?? name;
    written.set(fieldKey(name), known);
    united[known] = value;
  }
  return united;
}
