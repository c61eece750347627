type Value = string | number | boolean | null | undefined;
type Lazy = Value | (() => unknown) | readonly Lazy[] | { readonly [key: string | number]: Lazy };

type Read<T> = T extends () => infer Result
  ? Result
  : T extends object
    ? { readonly [Key in keyof T]: Read<T[Key]> }
    : T;

function readable(value: Lazy): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(readable);
  const read = {};
  for (const [key, each] of Object.entries(value)) {
    const property = typeof each === "function" ? { get: each } : { value: readable(each) };
    Object.defineProperty(read, key, { ...property, enumerable: true });
  }
  return read;
}

/**
 * A table whose functions, such as `label: m.common_draft`, read as properties and are called on each read: a
 * module loads once, for requests in every language.
 */
/* @__NO_SIDE_EFFECTS__ */
export const lazy = <const T extends Lazy>(table: T): Read<T> => readable(table) as Read<T>;
