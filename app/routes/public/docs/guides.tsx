import type { ReactNode } from "react";
import { Prose, Sample } from "./prose.tsx";
import { receivedFileSample, receivedSample, replySample, sendSamples, verifySamples } from "./samples.ts";

interface Guide {
  id: string;
  title: string;
  about: string;
  show(appUrl: string): ReactNode;
}

const Samples = ({ samples }: { samples: Record<string, string> }) =>
  Object.entries(samples).map(([language, code]) => (
    <div key={language}>
      <h2>{language}</h2>
      <Sample>{code}</Sample>
    </div>
  ));

const Steps = ({ steps }: { steps: string[] }) => (
  <ol>
    {steps.map((step) => (
      <li key={step}>
        <Prose text={step} />
      </li>
    ))}
  </ol>
);

export const guides: readonly Guide[] = [
  {
    id: "first-message",
    title: "Send your first message",
    about: "from a key to a message on a phone.",
    show: (appUrl) => (
      <section>
        <Steps
          steps={[
            "Connect a WhatsApp number under WhatsApp Setup, and have a template approved under Templates.",
            "Copy the key of the Developers page. To try without sending, create a test key there.",
            "Put the key, the recipient, the template's name and its values into one of these. JavaScript runs with Node.js 20 or later, saved as `send.mjs`; Python with 3.9 or later, and nothing has to be installed:",
          ]}
        />
        <Samples samples={sendSamples(appUrl)} />
        <p>
          <Prose text="The answer is HTTP 202 with the message. It is stored, and its price is on hold. Repeat the request with the same `Idempotency-Key` whenever you are not sure: the message is sent once." />
        </p>
        <p>
          <Prose text="How it goes on is told to your webhook, or read with `GET /api/v1/messages/<id>`: `queued`, `accepted`, `sent`, `delivered`, `read`, or `failed` with Meta's code and what to do." />
        </p>
      </section>
    ),
  },
  {
    id: "receive-replies",
    title: "Receive replies",
    about: "webhooks, and answering within 24 hours.",
    show: (appUrl) => (
      <section>
        <Steps
          steps={[
            "Save the address of your system under Webhooks on the Developers page, and keep its signing secret.",
            "Answer each request with 2xx within 15 seconds. Everything else is tried again: after 5 seconds, 1, 5 and 30 minutes, 2, 5, 8 and 9 hours.",
            "Check the signature, then do the work later: an event may come twice, and `webhook-id` tells.",
          ]}
        />
        <p>A reply comes as this event:</p>
        <Sample>{receivedSample}</Sample>
        <p>Where somebody sent a picture, a recording or a document, data has the file too:</p>
        <Sample>{receivedFileSample(appUrl)}</Sample>
        <p>
          <Prose text="Download it from `url` with your key. It comes from WhatsApp a moment after its message: on 409 repeat the request after the seconds in `Retry-After`." />
        </p>
        <p>For 24 hours after somebody wrote, you may answer with a text:</p>
        <Sample>{replySample(appUrl)}</Sample>
        <p>
          <Prose text="An endpoint that answers 410, or fails for five days, is switched off, and your owners and admins get a mail. What happens meanwhile is kept for 30 days: switch it on and replay it on its page." />
        </p>
      </section>
    ),
  },
  {
    id: "verify-a-signature",
    title: "Verify a signature",
    about: "know that a webhook is ours, in three languages.",
    show: () => (
      <section>
        <p>
          <Prose text="Webhooks are signed as Standard Webhooks, for which there are libraries in many languages. Without one: the signature is the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` with the secret after `whsec_`, decoded from base64. `webhook-signature` has one or more of them, separated by spaces, each after `v1,`; while a secret is changed, one for each. Take the body as it came, before it is parsed, and refuse a timestamp that is more than five minutes away." />
        </p>
        <p>
          <Prose text="Each of these says `genuine` or `forged`. It reads the three headers and the secret from the variables `WEBHOOK_ID`, `WEBHOOK_TIMESTAMP`, `WEBHOOK_SIGNATURE` and `WEBHOOK_SECRET`, and the body from its input, so that you can try it with a delivery that you kept: `sh verify.sh < body.json`, `node verify.mjs < body.json` or `python3 verify.py < body.json`. Within your server, call the function with the headers and the body of the request." />
        </p>
        <Samples samples={verifySamples} />
      </section>
    ),
  },
  {
    id: "go-live",
    title: "Go live",
    about: "what to look at before real customers are written to.",
    show: () => (
      <section>
        <Steps
          steps={[
            "Give every system a key of its own, with only the scopes that it needs, and keep it on the server.",
            "Send an `Idempotency-Key` with every message, made from your own order or invoice number.",
            "On 429 and 5xx wait for `Retry-After` and repeat with the same key. On 4xx look at `code`.",
            "Ask people before you send marketing, and record their consent with its source on the contact.",
            "Watch the failure codes: `message.failed` says who must act.",
            "Look at the balance with `GET /api/v1/wallet`: without money, messages are refused with `wallet.too_little`.",
            "To write to thousands at once, create a campaign: one call, one price, and it can be paused.",
          ]}
        />
      </section>
    ),
  },
];

export const guideOf = (id: string): Guide | undefined => guides.find((guide) => guide.id === id);
