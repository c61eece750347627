import path from "node:path";
import { type SourceFile, withoutComments } from "./files.ts";

export interface Import {
  from: string;
  /** Path from the project's root, or the name of a package. */
  to: string;
  /** Type-only: absent when the program runs. */
  ofTypes: boolean;
}

/** The imports of a file, including dynamic `import()`. */
export function importsOf(file: SourceFile): Import[] {
  const code = withoutComments(file.text);
  const statements = [
    ...code.matchAll(/^(?:import|export)\b(\s+type\b)?[^;"]*?\bfrom\s*"([^"]+)"/gm),
    ...code.matchAll(/\bimport(?:\(| )()\s*"([^"]+)"/g),
  ];
  return statements.map(([, types, name]) => ({
    from: file.path,
    to: placeOf(file.path, name!),
    ofTypes: Boolean(types),
  }));
}

function placeOf(from: string, name: string): string {
  const plain = name.replace(/\?.*$/, "");
  if (plain.startsWith(".")) return path.posix.join(path.posix.dirname(from), plain);
  return plain.replace(/^#/, "");
}

/** The first import cycle, or undefined. */
export function circleIn(imports: readonly Import[]): string[] | undefined {
  const next = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const follow = (at: string, way: string[]): string[] | undefined => {
    if (way.includes(at)) return [...way.slice(way.indexOf(at)), at];
    if (done.has(at)) return undefined;
    for (const { to } of next.get(at) ?? []) {
      const circle = follow(to, [...way, at]);
      if (circle) return circle;
    }
    done.add(at);
    return undefined;
  };
  for (const from of next.keys()) {
    const circle = follow(from, []);
    if (circle) return circle;
  }
  return undefined;
}
