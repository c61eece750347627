import { href } from "react-router";
import { caseStudies } from "#app/routes/public/content/caseStudies.ts";
import { features, questions } from "#app/routes/public/content/landing.ts";
import { m } from "#messages";
import { Logo } from "./logos.tsx";
import { useOwnLanguage } from "./ownLanguage.ts";

const icons: Record<(typeof features)[number]["icon"], string> = {
  send: "M3 12h13M3 6h9M3 18h9M15 7l5 5-5 5",
  chat: "M4 5h16v11H10l-4 4v-4H4zM8 9h8M8 12h5",
  lock: "M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3M12 15v2",
  pulse: "M3 12h4l3-7 4 14 3-7h4",
};

/** Seven clients; advances by half its width every 3 seconds, and can be swiped and paused. */
export function Clients() {
  return (
    <section className="logos wrap" aria-label={m.public_sections_organisations_like_yours()}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul tabIndex={0}>
        {caseStudies.slice(0, 7).map(({ client, logo }) => (
          <li key={client}>
            <Logo name={logo} />
            {client}
          </li>
        ))}
      </ul>
      <button
        type="button"
        aria-label={m.public_sections_logos_label()}
        data-play={m.public_sections_play_data_play()}
        data-pause={m.common_pause()}
        hidden
      >
        {m.common_pause()}
      </button>
    </section>
  );
}

export function Features() {
  const ownLanguage = useOwnLanguage();
  return (
    <section id="features" className="wrap">
      <h2>{m.public_sections_features_heading()}</h2>
      <ul className="cards">
        {features.map(({ icon, title, text }) => (
          <li key={title}>
            <svg width="30" height="30" viewBox="0 0 24 24" aria-hidden="true">
              <path d={icons[icon]} />
            </svg>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <p className="more">
        <a href={ownLanguage(href("/security"))}>{m.public_security_link()}</a>
      </p>
    </section>
  );
}

export function CaseStudies() {
  return (
    <section id="case-studies" className="wrap">
      <h2>{m.public_sections_results_heading()}</h2>
      <p className="lead">{m.public_sections_case_studies_text()}</p>
      <ul className="cards cases">
        {caseStudies.map(({ client, result, logo }) => (
          <li key={client}>
            <Logo name={logo} />
            <h3>{client}</h3>
            <p>{result}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One answer is open at a time: the browser closes the others, as they share a name. */
export function Questions() {
  return (
    <section id="faq" className="wrap split titled">
      <h2>{m.public_sections_questions_heading()}</h2>
      <div>
        {questions.map(({ question, answer }) => (
          <details key={question} name="faq">
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
