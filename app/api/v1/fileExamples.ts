/** The examples' placeholder for a key. */
export const exampleKey = "YOUR_KEY";

/** A file of the folder, as a form. Python's library has no form writer, so its parts are joined. */
export const uploadExamples = (url: string) => ({
  curl: `curl -X POST "${url}" \\
  -H "Authorization: Bearer ${exampleKey}" \\
  -F "file=@receipt.pdf"`,
  javascript: `import { openAsBlob } from "node:fs";

const form = new FormData();
form.set("file", await openAsBlob("receipt.pdf"), "receipt.pdf");
const response = await fetch("${url}", {
  method: "POST",
  headers: { Authorization: "Bearer ${exampleKey}" },
  body: form,
});
console.log(await response.json());`,
  python: `import json, uuid
from pathlib import Path
from urllib.request import Request, urlopen

edge = uuid.uuid4().hex
head = (
    f'--{edge}\\r\\nContent-Disposition: form-data; name="file"; filename="receipt.pdf"\\r\\n'
    "Content-Type: application/octet-stream\\r\\n\\r\\n"
)
request = Request(
    "${url}",
    method="POST",
    headers={
        "Authorization": "Bearer ${exampleKey}",
        "Content-Type": f"multipart/form-data; boundary={edge}",
    },
    data=head.encode() + Path("receipt.pdf").read_bytes() + f"\\r\\n--{edge}--\\r\\n".encode(),
)
print(json.load(urlopen(request)))`,
});

export const downloadExamples = (url: string) => ({
  curl: `curl "${url}" \\
  -H "Authorization: Bearer ${exampleKey}" \\
  --fail -o downloaded`,
  javascript: `import { writeFile } from "node:fs/promises";

const response = await fetch("${url}", {
  headers: { Authorization: "Bearer ${exampleKey}" },
});
if (!response.ok) throw new Error(await response.text());
await writeFile("downloaded", new Uint8Array(await response.arrayBuffer()));`,
  python: `from pathlib import Path
from urllib.request import Request, urlopen

request = Request(
    "${url}",
    headers={"Authorization": "Bearer ${exampleKey}"},
)
Path("downloaded").write_bytes(urlopen(request).read())`,
});
