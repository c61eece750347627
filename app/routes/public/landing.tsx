import type { ReactNode } from "react";
import { heroChat, solutions } from "#app/routes/public/content/landing.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { InlineModule } from "#app/web/script.tsx";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import type { Route } from "./+types/landing";
import { DemoChat, type Said } from "./demoChat.tsx";
import script from "./landing.js?raw";
import { LogoDrawings } from "./logos.tsx";
import { languageLinks } from "./ownLanguage.ts";
import { Pricing } from "./pricing.tsx";
import { CaseStudies, Clients, Features, Questions } from "./sections.tsx";
import { SiteFooter } from "./siteFooter.tsx";
import { SiteHeader } from "./siteHeader.tsx";
import { Tour } from "./tour.tsx";

export const handle = { scripts: false, styles: "public" };

/** The same for everyone: server.ts serves it from memory, with prices that are at most a minute old. */
export const headers: Route.HeadersFunction = () => ({ "cache-control": "public, no-cache, s-maxage=60" });

export const meta: Route.MetaFunction = ({ matches }) => {
  const root = matches[0].loaderData as { brand: { name: string } } | undefined;
  return [
    { title: m.public_landing_page_title({ brandName: root?.brand.name ?? "" }) },
    {
      name: "description",
      content: m.public_landing_meta_description(),
    },
    ...languageLinks(root, "/"),
  ];
};

/** The prices in force, and a message to a demo chat without script. */
export async function loader({ request, context }: Route.LoaderArgs) {
  // Without the database the page is served without its price list.
  const prices = await context
    .get(apiContext)("GET /site/prices", {})
    .catch(() => null);
  return { prices, said: saidIn(new URL(request.url).searchParams) };
}

function saidIn(query: URLSearchParams): Said | null {
  const text = (query.get("say") ?? "").trim().slice(0, 200);
  if (text === "") return null;
  const time = new Intl.DateTimeFormat("en-GB", {
    timeZone: "Africa/Nairobi",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(new Date());
  return { chat: query.get("chat") ?? "", message: { text, type: "sent", time } };
}

export default function Landing({ loaderData: { prices, said } }: Route.ComponentProps) {
  const root = useRoot();
  if (!root) return null;
  const { name, salesEmail, whatsappChatNumber, appHost } = root.brand;
  const actions = (
    <p className="actions">
      <a className="button button-primary" href={`${appHost}/signup`}>
        {m.common_get_started()}
      </a>
      <a className="button button-outline" href={`mailto:${salesEmail}`}>
        {m.public_landing_talk_to_us()}
      </a>
    </p>
  );
  return (
    <>
      <LogoDrawings />
      <SiteHeader brand={name} appHost={appHost} />
      <main id="main" tabIndex={-1}>
        <Hero name={name} actions={actions} said={said} />
        <Clients />
        <Tour />
        <div id="solutions">
          {solutions.map((solution) => (
            <section key={solution.id} id={solution.id} className="wrap split solution">
              <div>
                <p className="kicker">{solution.name}</p>
                <h2>{solution.title}</h2>
                <p className="lead">{solution.text}</p>
                <ul className="ticks">
                  {solution.points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              </div>
              <DemoChat id={solution.id} chat={solution.chat} said={said} />
            </section>
          ))}
        </div>
        <Features />
        <CaseStudies />
        <Pricing prices={prices} appHost={appHost} salesEmail={salesEmail} />
        <section id="about" className="wrap split titled">
          <h2>{m.public_landing_about_brand_heading({ name })}</h2>
          <p className="lead">{m.public_landing_name_text()}</p>
        </section>
        <Questions />
        <section className="closing">
          <div className="wrap">
            <h2>{m.public_landing_start_conversation()}</h2>
            <p className="lead">{m.public_landing_contact_text()}</p>
            {actions}
          </div>
        </section>
      </main>
      <SiteFooter brand={name} salesEmail={salesEmail} phone={whatsappChatNumber} />
      <Floats phone={whatsappChatNumber} />
      <InlineModule code={script} />
    </>
  );
}

/** Links that stay in the corner: back to the top, and to a chat. */
function Floats({ phone }: { phone: string }) {
  return (
    <>
      <a className="float to-top" href="#top">
        <svg
          width="22"
          height="22"
          viewBox="0 0 24 24"
          role="img"
          aria-label={m.public_landing_back_to_top()}
        >
          <path d="M12 20V5M5 12l7-7 7 7" />
        </svg>
      </a>
      <a className="float to-chat" href={`https://wa.me/${phone}`} target="_blank" rel="noreferrer">
        <svg
          width="26"
          height="26"
          viewBox="0 0 24 24"
          role="img"
          aria-label={m.public_landing_chat_link_label()}
        >
          <path d="M4 20l1.3-4A8.5 8.5 0 1 1 8.5 19zM8.5 10.5h7M8.5 13.5h4" />
        </svg>
      </a>
    </>
  );
}

function Hero({
  name,
  actions,
  said,
}: {
  name: string;
  actions: ReactNode;
  said: Route.ComponentProps["loaderData"]["said"];
}) {
  return (
    <section className="hero">
      <div className="wrap split">
        <div>
          <h1>{m.public_landing_hero_heading()}</h1>
          <p className="lead">{m.public_landing_hero_text({ brand: name })}</p>
          {actions}
          <p className="more">
            <a href="#tour">{m.public_tour_link()}</a>
          </p>
          <ul className="facts">
            <li>{m.public_landing_99_9_uptime()}</li>
            <li>{m.public_landing_go_live_item()}</li>
            <li>{m.public_landing_end_to_end_encryption()}</li>
          </ul>
        </div>
        <DemoChat id="hero" chat={heroChat} said={said} />
      </div>
      <div className="hem" />
    </section>
  );
}
