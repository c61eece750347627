import type { ReactNode } from "react";
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
    title: m.public_send_your_first_message,
    about: m.public_from_a_key_to_a_message,
    show: (appUrl) => (
      <section>
        <Steps
          steps={[
            m.public_connect_a_whatsapp_number_under_whatsapp(),
            m.public_copy_the_key_of_the_developers(),
            m.public_put_the_key_the_recipient_the_2(),
          ]}
        />
        <Samples samples={sendSamples(appUrl)} />
        <p>
          <Prose text={m.public_the_answer_is_http_202_with()} />
        </p>
        <p>
          <Prose text={m.public_how_it_goes_on_is_told()} />
        </p>
      </section>
    ),
  },
  {
    id: "receive-replies",
    title: m.public_receive_replies,
    about: m.public_webhooks_and_answering_within_24_hours,
    show: (appUrl) => (
      <section>
        <Steps
          steps={[
            m.public_save_the_address_of_your_system(),
            m.public_answer_each_request_with_2xx_within(),
            m.public_check_the_signature_then_do_the(),
          ]}
        />
        <p>{m.public_a_reply_comes_as_this_event()}</p>
        <Sample>{receivedSample}</Sample>
        <p>{m.public_where_somebody_sent_a_picture_a()}</p>
        <Sample>{receivedFileSample(appUrl)}</Sample>
        <p>
          <Prose text={m.public_download_it_from_url_with_your()} />
        </p>
        <p>{m.public_for_24_hours_after_somebody_wrote()}</p>
        <Sample>{replySample(appUrl)}</Sample>
        <p>
          <Prose text={m.public_an_endpoint_that_answers_410_or()} />
        </p>
      </section>
    ),
  },
  {
    id: "verify-a-signature",
    title: m.public_verify_a_signature,
    about: m.public_know_that_a_webhook_is_ours,
    show: () => (
      <section>
        <p>
          <Prose text={m.public_webhooks_are_signed_as_standard_webhooks()} />
        </p>
        <p>
          <Prose text={m.public_each_of_these_says_genuine_or()} />
        </p>
        <Samples samples={verifySamples} />
      </section>
    ),
  },
  {
    id: "go-live",
    title: m.public_go_live,
    about: m.public_what_to_look_at_before_real,
    show: () => (
      <section>
        <Steps
          steps={[
            m.public_give_every_system_a_key_of(),
            m.public_send_an_idempotency_key_with_every(),
            m.public_on_429_and_5xx_wait_for(),
            m.public_ask_people_before_you_send_marketing(),
            m.public_watch_the_failure_codes_message_failed(),
            m.public_look_at_the_balance_with_get(),
            m.public_to_write_to_thousands_at_once(),
          ]}
        />
      </section>
    ),
  },
];

export const guideOf = (id: string): Guide | undefined => guides.find((guide) => guide.id === id);
