import {
  ArrowRight,
  BookUser,
  ChartNoAxesColumn,
  FileText,
  type LucideIcon,
  MessagesSquare,
  PlugZap,
  Send,
} from "lucide-react";
import { href, Link, useSearchParams } from "react-router";
import { isMember } from "#app/platform/roles.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/getStarted";

export const meta: Route.MetaFunction = () => [{ title: "Get Started" }];

/** Staff have no organisation, and so nothing to have done. */
export async function loader({ context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  const nothing = { done: null };
  return isMember(user)
    ? context
        .get(apiContext)("GET /get-started", {})
        .catch(() => nothing)
    : nothing;
}

interface Step {
  /** What the organisation has when it is done. */
  fact: "connected" | "template" | "contacts" | "campaign" | "answer" | "results";
  title: string;
  text: string;
  points: string[];
  link: { to: string; label: string };
  icon: LucideIcon;
}

const steps: Step[] = [
  {
    fact: "connected",
    title: "Connect WhatsApp",
    text: "Link the number that your customers will see. Meta asks you to sign in and to choose the number; the rest happens here.",
    points: [
      "Have your Meta Business Manager ready.",
      "The number must be able to receive an SMS or a call.",
      "You need admin access to your business's Facebook page.",
    ],
    link: { to: href("/whatsapp"), label: "Open WhatsApp Setup" },
    icon: PlugZap,
  },
  {
    fact: "template",
    title: "Write a template",
    text: "A message that starts a conversation is a template, and Meta reviews it first. Most reviews end within minutes.",
    points: [
      "Choose the category honestly: a discount is marketing, a receipt is a utility message.",
      "Give an example for every variable.",
      "Write it in English, Swahili and French where your customers need it.",
    ],
    link: { to: href("/templates"), label: "Create a template" },
    icon: FileText,
  },
  {
    fact: "contacts",
    title: "Bring your contacts",
    text: "Import the file that you have. Kenyan numbers are corrected as they are read: 07…, 01…, 254… and +254… all mean the same person.",
    points: [
      "Marketing goes only to people who agreed to it.",
      "Tags make audiences: branch, product, language.",
      "Rows that can't be used are returned to you with the reason.",
    ],
    link: { to: href("/contacts"), label: "Import contacts" },
    icon: BookUser,
  },
  {
    fact: "campaign",
    title: "Send the first campaign",
    text: "Choose a template and an audience. You see the price in KES before anything is sent, and you pay for delivered messages.",
    points: [
      "To try it first, add yourself as a contact and send the template from that contact's page.",
      "Schedule it for a time when people read.",
      "Pause, resume or cancel at any time.",
    ],
    link: { to: href("/messaging"), label: "Open the Message Center" },
    icon: Send,
  },
  {
    fact: "answer",
    title: "Answer your customers",
    text: "Replies arrive in the chat. For 24 hours after a customer wrote you can answer in your own words; after that, with a template.",
    points: [
      "Everyone in your organisation sees the same conversations.",
      "Unread ones stand out.",
      "STOP, ACHA or ARRÊT opts a person out at once.",
    ],
    link: { to: href("/chat"), label: "Open the chat" },
    icon: MessagesSquare,
  },
  {
    fact: "results",
    title: "See what works",
    text: "See what was sent, delivered, read and answered, for every campaign and person, with the reason for each failure.",
    points: [
      "Export the recipients of a campaign as a file.",
      "Retry the people who were not reached.",
      "The activity log shows who did what.",
    ],
    link: { to: href("/analytics"), label: "Open the analytics" },
    icon: ChartNoAxesColumn,
  },
];

const hrefOf = (index: number) => `${href("/get-started")}?step=${index + 1}`;

export default function GetStarted({ loaderData: { done } }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const isDone = (one: Step) => done?.[one.fact] ?? false;
  const doneCount = steps.filter(isDone).length;
  // It begins with what is to be done next.
  const next = done ? steps.findIndex((one) => !isDone(one)) + 1 : 1;
  const asked = Math.trunc(Number(query.get("step") ?? next)) || 1;
  const index = Math.min(Math.max(asked, 1), steps.length) - 1;
  const step = steps[index]!;
  const last = index === steps.length - 1;
  const Icon = step.icon;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title="Get Started"
        description="Six steps from an empty account to the first answer."
        actions={
          <ButtonLink to={href("/dashboard")} variant="quiet">
            Skip Tutorial
          </ButtonLink>
        }
      />
      <section className="card" aria-labelledby="step-title">
        <div className="mb-6">
          <p className="mb-2 text-sm text-muted">
            Step {index + 1} of {steps.length}
            {done && ` · ${doneCount} done`}
          </p>
          <progress value={index + 1} max={steps.length} aria-label="Progress of the tutorial" />
        </div>
        <div className="flex flex-col gap-4 sm:flex-row sm:gap-6">
          <span className="tile-icon tile-icon-large">
            <Icon size={30} aria-hidden="true" />
          </span>
          <div>
            <h2 id="step-title" className="text-2xl">
              {step.title} {isDone(step) && <Badge tone="good">Done</Badge>}
            </h2>
            <p className="mt-2">{step.text}</p>
            <ul className="ticks mt-4">
              {step.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
            <p className="mt-4">
              <Link to={step.link.to} className="link inline-flex items-center gap-1">
                {step.link.label} <ArrowRight size={16} aria-hidden="true" />
              </Link>
            </p>
          </div>
        </div>
        <nav className="mt-8 flex flex-wrap items-center justify-between gap-3" aria-label="Steps">
          {index > 0 ? (
            <ButtonLink to={hrefOf(index - 1)} variant="secondary" preventScrollReset>
              Previous
            </ButtonLink>
          ) : (
            <span className="button button-secondary invisible" aria-hidden="true">
              Previous
            </span>
          )}
          <Dots index={index} isDone={isDone} />
          {last ? (
            <ButtonLink to={href("/dashboard")}>Get Started</ButtonLink>
          ) : (
            <ButtonLink to={hrefOf(index + 1)} preventScrollReset>
              Next
            </ButtonLink>
          )}
        </nav>
      </section>
    </div>
  );
}

function Dots({ index, isDone }: { index: number; isDone: (step: Step) => boolean }) {
  return (
    <ol className="dots order-last w-full justify-center sm:order-none sm:w-auto">
      {steps.map((other, at) => (
        <li key={other.title}>
          <Link
            to={hrefOf(at)}
            preventScrollReset
            aria-label={`Step ${at + 1}: ${other.title}${isDone(other) ? ", done" : ""}`}
            data-done={isDone(other) || undefined}
            aria-current={at === index ? "step" : undefined}
          />
        </li>
      ))}
    </ol>
  );
}

export { ScreenError as ErrorBoundary };
