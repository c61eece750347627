// The list of all screens in the browser's first script: React Router writes it as JSON; here it is
// compressed.
import vm from "node:vm";

/**
 * @typedef {{ module: string, imports: string[], css: string[] }} Part
 * @typedef {Part & { id: string, parentId?: string, path?: string } & Record<string, unknown>} Screen
 * @typedef {{ entry: Part, routes: Record<string, Screen> } & Record<string, unknown>} RouteList
 */

/** The possible properties of a screen, each one bit of a number. */
const flags = ["index", "hasLoader", "hasAction", "hasDefaultExport", "hasErrorBoundary"];
const named = new Set(["id", "parentId", "path", "module", "imports", "css", ...flags]);

/** The length of a file name's hash. */
const wide = 7;

/**
 * Runs in the browser. Lists compress best by column, and files by how often they are named. A parent is the place of an
 * earlier screen, files are places in `names`.
 */
const read = `(names,[ids,parents,paths,has,modules,imports])=>{const routes={},file=i=>"/assets/"+names.substr(i*${wide},${wide})+".js",id=ids.split(" "),more=imports.split(",");id.forEach((id_,n)=>{const route=routes[id_]={id:id_,module:file(modules[n]),imports:more[n]?more[n].split(" ").map(file):[],css:[]};if(parents[n]>=0)route.parentId=id[parents[n]];if(paths[n]!==0)route.path=paths[n];${JSON.stringify(flags)}.forEach((flag,bit)=>{if(has[n]>>bit&1)route[flag]=!0})});return routes}`;

/** @param {string} name */
function fileName(name) {
  const short = /^\/assets\/([\w-]+)\.js$/.exec(name)?.[1];
  if (short?.length !== wide) throw new Error(`The list of screens names a file elsewhere: ${name}`);
  return short;
}

/**
 * The same list without false flags, and without files that every page loads anyway.
 * @param {string} text
 */
export function shortenRouteList(text) {
  const { routes, ...rest } = readRouteList(text);
  const loaded = new Set([rest.entry.module, ...rest.entry.imports]);
  const screens = Object.values(routes).map(({ imports, ...screen }) => ({
    ...screen,
    imports: imports.filter((each) => !loaded.has(each)),
  }));
  for (const screen of screens) refuseUnknown(screen);
  const places = new Map(byUse(screens).map((file, place) => [file, place]));
  /** @param {string} file */
  const placeOf = (file) => places.get(file) ?? -1;
  const ids = screens.map(({ id }) => id);
  const columns = [
    ids.join(" "),
    screens.map(({ parentId }) => (parentId === undefined ? -1 : ids.indexOf(parentId))),
    screens.map(({ path }) => path ?? 0),
    screens.map((screen) => flags.reduce((sum, flag, bit) => sum + (screen[flag] ? 1 << bit : 0), 0)),
    screens.map(({ module }) => placeOf(module)),
    screens
      .map(({ imports }) =>
        imports
          .map(placeOf)
          .sort((a, b) => a - b)
          .join(" "),
      )
      .join(","),
  ];
  const names = [...places.keys()].map(fileName).join("");
  return `window.__reactRouterManifest={...${JSON.stringify(rest)},routes:(${read})(${JSON.stringify(names)},${JSON.stringify(columns)})};`;
}

/** @param {Screen} screen */
function refuseUnknown({ id, css, ...screen }) {
  const unknown = Object.entries(screen).some(([name, value]) => value && !named.has(name));
  if (css.length > 0 || unknown || /[ ,]/.test(id))
    throw new Error(`The list of screens has something new: ${id}`);
}

/**
 * The files of screens, first those that most of them import.
 * @param {Pick<Screen, "module" | "imports">[]} screens
 */
function byUse(screens) {
  const uses = new Map(screens.map(({ module }) => [module, 0]));
  for (const file of screens.flatMap(({ imports }) => imports)) uses.set(file, (uses.get(file) ?? 0) + 1);
  return [...uses].sort(([, a], [, b]) => b - a).map(([file]) => file);
}

/**
 * The list in either form, as the browser has it.
 * @param {string} text
 * @returns {RouteList}
 */
export function readRouteList(text) {
  const window = /** @type {{ __reactRouterManifest: RouteList }} */ ({});
  vm.runInNewContext(text, { window });
  return window.__reactRouterManifest;
}
