import { exampleMessage } from "#app/platform/exampleMessage.ts";

const { to, template, language, parameters } = exampleMessage;
/** As curl and Python write it. */
const json = JSON.stringify(exampleMessage)
  .replaceAll(/([:,])"/g, '$1 "')
  .replaceAll(":[", ": [");
const javascript = `{ to: "${to}", template: "${template}", language: "${language}", parameters: ["${parameters.join('", "')}"] }`;

/** Code of the guides. Each runs unchanged; the tests run it. */

export const sendSamples = (appUrl: string) => ({
  curl: `curl -X POST "${appUrl}/api/v1/messages" \\
  -H "Authorization: Bearer YOUR_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: order-1042-ready" \\
  -d '${json}'`,
  JavaScript: `const response = await fetch("${appUrl}/api/v1/messages", {
  method: "POST",
  headers: {
    Authorization: "Bearer YOUR_KEY",
    "Content-Type": "application/json",
    "Idempotency-Key": "order-1042-ready",
  },
  body: JSON.stringify(${javascript}),
});
const message = await response.json();
console.log(response.status, message.id, message.status);`,
  Python: `import json
from urllib.request import Request, urlopen

request = Request(
    "${appUrl}/api/v1/messages",
    method="POST",
    headers={
        "Authorization": "Bearer YOUR_KEY",
        "Content-Type": "application/json",
        "Idempotency-Key": "order-1042-ready",
    },
    data=json.dumps(${json}).encode(),
)
with urlopen(request) as response:
    message = json.load(response)
    print(response.status, message["id"], message["status"])`,
});

/** Each reads WEBHOOK_SECRET, WEBHOOK_ID, WEBHOOK_TIMESTAMP and WEBHOOK_SIGNATURE, and the body from its input. */
export const verifySamples = {
  shell: `body=$(cat; printf x); body=\${body%x}
case "$WEBHOOK_TIMESTAMP" in *[!0-9]* | "") echo forged; exit 1 ;; esac
age=$(($(date +%s) - WEBHOOK_TIMESTAMP))
[ "\${age#-}" -lt 300 ] || { echo forged; exit 1; }
key=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -vtx1 | tr -d ' \\n')
expected=$(printf %s "$WEBHOOK_ID.$WEBHOOK_TIMESTAMP.$body" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
case " $WEBHOOK_SIGNATURE " in
  *" v1,$expected "*) echo genuine ;;
  *) echo forged; exit 1 ;;
esac`,
  JavaScript: `import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { env } from "node:process";

export function isGenuine(secret, headers, body) {
  const age = Math.abs(Date.now() / 1000 - Number(headers["webhook-timestamp"]));
  if (!(age < 300)) return false;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = \`\${headers["webhook-id"]}.\${headers["webhook-timestamp"]}.\${body}\`;
  const expected = Buffer.from("v1," + createHmac("sha256", key).update(signed).digest("base64"));
  return headers["webhook-signature"].split(" ").some((given) => {
    const bytes = Buffer.from(given);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}

const { WEBHOOK_SECRET, WEBHOOK_ID, WEBHOOK_TIMESTAMP, WEBHOOK_SIGNATURE } = env;
const headers = {
  "webhook-id": WEBHOOK_ID,
  "webhook-timestamp": WEBHOOK_TIMESTAMP,
  "webhook-signature": WEBHOOK_SIGNATURE,
};
const genuine = isGenuine(WEBHOOK_SECRET, headers, readFileSync(0, "utf8"));
console.log(genuine ? "genuine" : "forged");
if (!genuine) throw new Error("refused");`,
  Python: `import base64, hashlib, hmac, os, sys, time


def is_genuine(secret, headers, body):
    if abs(time.time() - int(headers["webhook-timestamp"])) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected, given) for given in headers["webhook-signature"].split(" "))


names = ("webhook-id", "webhook-timestamp", "webhook-signature")
headers = {name: os.environ[name.upper().replace("-", "_")] for name in names}
genuine = is_genuine(os.environ["WEBHOOK_SECRET"], headers, sys.stdin.buffer.read())
print("genuine" if genuine else "forged")
sys.exit(0 if genuine else 1)`,
} as const;

export const receivedSample = `{
  "type": "message.received",
  "timestamp": "2026-11-22T09:00:00.000Z",
  "data": {
    "message_id": "msg_0199a1b2c3d40001aabbccddeeff0011",
    "status": "received",
    "from": "+254712345678",
    "contact_id": "con_0199a1b2c3d40001aabbccddeeff0011",
    "phone_number_id": "106540352242922",
    "message_type": "text",
    "text": "Habari, is my order ready?"
  }
}`;

/** The additional fields of `data` when a file was sent. */
export const receivedFileSample = (appUrl: string) => `"message_type": "image",
"media": {
  "id": "med_0199a1b2c3d40001aabbccddeeff0011",
  "type": "image",
  "content_type": "image/jpeg",
  "caption": "Is it this one?",
  "url": "${appUrl}/api/v1/media/med_0199a1b2c3d40001aabbccddeeff0011/content"
}`;

export const replySample = (appUrl: string) => `curl -X POST "${appUrl}/api/v1/messages" \\
  -H "Authorization: Bearer YOUR_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"to": "+254712345678", "text": "Karibu! It is ready."}'`;
