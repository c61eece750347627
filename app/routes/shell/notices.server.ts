import { href } from "react-router";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import type { FirstSteps } from "#app/routes/insights/firstSteps.server.ts";
import { dayText } from "#app/ui/time.tsx";
import type { SessionUser } from "#app/web/session.server.ts";
import { m } from "#messages";

/** Where the features that staff may switch off are used. */
const featurePlaces = {
  api: href("/developers"),
  bots: href("/bots"),
  flows: href("/flows"),
  integrations: href("/integrations"),
};

/** The day that ends at midnight `endsAt`. */
const lastDayOf = (endsAt: string) => dayOf(new Date(Date.parse(endsAt) - 1));

const ofSupport = (
  { staff, acting, minutesLeft }: NonNullable<SessionUser["support"]>,
  businessName: string,
) => ({
  acting,
  title: m.shell_support_banner_support_view_of({ businessName }),
  text: m.shell_support_banner_visit_text({
    staff,
    acting: acting ? m.shell_support_banner_acting_text() : m.shell_support_banner_read_only(),
    count: minutesLeft,
    shown: formatCount(minutesLeft),
  }),
});

/** A notice above the pages of a workspace: at and below `only`, and not at and below those of `not`. */
export interface Banner {
  tone: "bad" | "warn" | "info";
  title: string;
  lines: string[];
  link?: { to: string; label: string };
  only?: string;
  not?: string[];
}

const ofSuspension = ({ suspension }: SessionUser): Banner[] =>
  suspension
    ? [
        {
          tone: "bad",
          title: m.shell_suspended_title(),
          lines: [suspension.reason, m.shell_suspended_text()],
        },
      ]
    : [];

const ofSwitches = ({ switchedOff }: SessionUser) =>
  switchedOff.map(
    ({ feature, reason, endsAt }): Banner => ({
      tone: "warn",
      title: m.shell_switched_off_title(),
      lines: [reason, m.shell_switched_off_until({ date: dayText(lastDayOf(endsAt)) })],
      only: featurePlaces[feature],
    }),
  );

/** The next of the first steps, on each page but where it is done, and where all steps are shown. */
function ofNextStep({ steps, next, doneCount }: FirstSteps): Banner[] {
  const step = steps[next];
  if (!step || doneCount === 0) return [];
  return [
    {
      tone: "info",
      title: m.shell_next_step_title({ title: step.title }),
      lines: [m.insights_start_progress_text({ doneCount, count: steps.length })],
      link: step.link,
      not: [step.place, href("/dashboard"), href("/get-started"), href("/chat")],
    },
  ];
}

/**
 * What is said above every page of a workspace, in the reader's language: staff access, a suspension, switched-off
 * features with the place where each is used, and the next of the first steps. Few workspaces have any, so that no
 * script carries the words.
 */
export const noticesFor = (user: SessionUser, firstSteps: FirstSteps | null) => ({
  support: user.support && ofSupport(user.support, user.businessName),
  banners: [...ofSuspension(user), ...ofSwitches(user), ...(firstSteps ? ofNextStep(firstSteps) : [])],
});
export type Notices = ReturnType<typeof noticesFor>;
