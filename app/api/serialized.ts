/** A value after JSON: dates become ISO strings, undefined and functions are removed. */
export type Serialized<T> = T extends Date
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly (infer Item)[]
      ? Serialized<Item>[]
      : T extends object
        ? { [K in keyof T]: Serialized<T[K]> }
        : T;
