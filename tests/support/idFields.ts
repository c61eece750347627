import type { z } from "zod";
import { type Noun, objectIds } from "#app/platform/objectIds.ts";

interface Def {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
  element?: z.ZodType;
  options?: z.ZodType[];
}

const defOf = (schema: z.ZodType) => (schema as unknown as { def: Def }).def;

/** The fields of an object schema, also of an intersection. */
export function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  const { left, right, innerType, in: before } = defOf(schema);
  if (left && right) return { ...shapeOf(left), ...shapeOf(right) };
  const inner = innerType ?? before;
  return (schema as { shape?: Record<string, z.ZodType> }).shape ?? (inner ? shapeOf(inner) : {});
}

interface IdField {
  noun: Noun;
  isList: boolean;
}

/** The mark of a field, through optional, list and union wrappers. */
function markOf(schema: z.ZodType): IdField | undefined {
  const mark = objectIds.get(schema);
  if (mark) return { noun: mark.noun, isList: false };
  const { innerType, in: before, element, options = [] } = defOf(schema);
  const inner = innerType ?? before;
  if (inner) return markOf(inner);
  if (element) {
    const one = markOf(element);
    return one && { ...one, isList: true };
  }
  return options.map(markOf).findLast((found) => found !== undefined);
}

/** The fields of a call that name an object of a tenant, by the marks of `idOf`. */
export function idFieldsOf(input: z.ZodType): Map<string, IdField> {
  return new Map(
    Object.entries(shapeOf(input)).flatMap(([name, field]) => {
      const mark = markOf(field);
      return mark ? [[name, mark] as const] : [];
    }),
  );
}
