import type { ReactNode } from "react";
import { logDays } from "#app/domain/record/fieldRules.ts";
import { responseSeconds, retryPauses } from "#app/domain/record/webhooks/fieldRules.ts";
import { listed } from "#app/platform/text/listed.ts";
import { m } from "#messages";
import { Prose, Sample } from "./prose.tsx";
import { receivedFileSample, receivedSample, replySample, sendSamples, verifySamples } from "./samples.ts";

interface Guide {
  id: string;
  title: () => string;
  about: () => string;
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
    title: m.public_docs_guides_send_first_message,
    about: m.public_docs_send_about,
    show: (appUrl) => (
      <section>
        <Steps
          steps={[
            m.public_docs_send_connect_step(),
            m.public_docs_send_copy_key_step(),
            m.public_docs_send_request_step(),
          ]}
        />
        <Samples samples={sendSamples(appUrl)} />
        <p>
          <Prose text={m.public_docs_send_response_text()} />
        </p>
        <p>
          <Prose text={m.public_docs_send_status_text()} />
        </p>
      </section>
    ),
  },
  {
    id: "receive-replies",
    title: m.public_docs_guides_receive_replies_title,
    about: m.public_docs_replies_about,
    show: (appUrl) => (
      <section>
        <Steps
          steps={[
            m.public_docs_webhooks_save_step(),
            m.public_docs_webhooks_respond_step({
              limit: responseSeconds,
              seconds: listed(retryPauses.seconds.map(String)),
              minutes: listed(retryPauses.minutes.map(String)),
              hours: listed(retryPauses.hours.map(String)),
            }),
            m.public_docs_webhooks_verify_step(),
          ]}
        />
        <p>{m.public_docs_replies_event_text()}</p>
        <Sample>{receivedSample}</Sample>
        <p>{m.public_docs_replies_file_text()}</p>
        <Sample>{receivedFileSample(appUrl)}</Sample>
        <p>
          <Prose text={m.public_docs_replies_download_text()} />
        </p>
        <p>{m.public_docs_replies_window_text()}</p>
        <Sample>{replySample(appUrl)}</Sample>
        <p>
          <Prose text={m.public_docs_webhooks_off_text({ days: logDays })} />
        </p>
      </section>
    ),
  },
  {
    id: "verify-a-signature",
    title: m.public_docs_guides_verify_signature,
    about: m.public_docs_signature_about,
    show: () => (
      <section>
        <p>
          <Prose text={m.public_docs_signature_text()} />
        </p>
        <p>
          <Prose text={m.public_docs_signature_output_text()} />
        </p>
        <Samples samples={verifySamples} />
      </section>
    ),
  },
  {
    id: "go-live",
    title: m.public_docs_guides_go_live_title,
    about: m.public_docs_go_live_about,
    show: () => (
      <section>
        <Steps
          steps={[
            m.public_docs_go_live_keys_step(),
            m.public_docs_go_live_idempotency_step(),
            m.public_docs_go_live_retry_step(),
            m.public_docs_go_live_consent_step(),
            m.public_docs_go_live_failures_step(),
            m.public_docs_go_live_balance_step(),
            m.public_docs_go_live_campaign_step(),
          ]}
        />
      </section>
    ),
  },
];

export const guideOf = (id: string): Guide | undefined => guides.find((guide) => guide.id === id);
