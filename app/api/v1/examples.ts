import { exampleIds } from "./call.ts";
import { downloadExamples, exampleKey, uploadExamples } from "./fileExamples.ts";
import type { DocumentedCall } from "./openapi.ts";

export { exampleKey };

/** The request for curl. In a shell, the quotation marks around the body end at one within it. */
export function curlOf(method: string, url: string, body: string | null): string {
  return [
    `curl -X ${method} "${url}"`,
    `  -H "Authorization: Bearer ${exampleKey}"`,
    ...(body === null
      ? []
      : ['  -H "Content-Type: application/json"', `  -d '${body.replaceAll("'", "'\\''")}'`]),
  ].join(" \\\n");
}

function javascriptOf(method: string, url: string, body: string | null): string {
  const type = body === null ? "" : ', "Content-Type": "application/json"';
  const sent = body === null ? "" : `\n  body: JSON.stringify(${body.replaceAll("\n", "\n  ")}),`;
  return `const response = await fetch("${url}", {
  method: "${method}",
  headers: { Authorization: "Bearer ${exampleKey}"${type} },${sent}
});
console.log(await response.json());`;
}

/** With Python's standard library, so that the example runs without installing anything. */
function pythonOf(method: string, url: string, example: unknown): string {
  const sent = example === undefined ? "None" : `json.dumps(${literal(example, "    ")}).encode()`;
  return `import json
from urllib.request import Request, urlopen

request = Request(
    "${url}",
    method="${method}",
    headers={"Authorization": "Bearer ${exampleKey}", "Content-Type": "application/json"},
    data=${sent},
)
print(json.load(urlopen(request)))`;
}

/** A value as Python writes it. */
function literal(value: unknown, indent: string): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}    `;
  const lines = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${literal(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (lines.every((line) => !line.includes("\n")) && lines.join(", ").length < 60)
    return `${open}${lines.join(", ")}${close}`;
  return `${open}\n${lines.map((line) => `${inner}${line},`).join("\n")}\n${indent}${close}`;
}

/** On one line if it fits. */
function jsonOf(value: unknown): string {
  const line = JSON.stringify(value, null, 1).replace(/\n\s*/g, " ");
  return line.length < 90 ? line : JSON.stringify(value, null, 2);
}

/** An example request in the three languages of the documentation. */
export function examplesOf({ method, path, call }: DocumentedCall, appUrl: string) {
  const url = `${appUrl}/api${path.replace(/:(\w+)/g, (_, name: string) => exampleIds[name] ?? name)}`;
  if (call.takesFile) return uploadExamples(url);
  if (call.answersFile) return downloadExamples(url);
  const isQuery = method === "GET" && call.example !== undefined;
  const address = isQuery ? `${url}?${new URLSearchParams(call.example as Record<string, string>)}` : url;
  const example = isQuery ? undefined : call.example;
  const body = example === undefined ? null : jsonOf(example);
  return {
    curl: curlOf(method, address, body),
    javascript: javascriptOf(method, address, body),
    python: pythonOf(method, address, example),
  };
}
