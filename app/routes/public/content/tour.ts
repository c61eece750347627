import { lazy } from "#app/platform/text/lazy.ts";
import type { ScreenName } from "#app/routes/public/pictures.tsx";
import { m } from "#messages";

interface TourStep {
  picture: ScreenName;
  title: string;
  text: string;
}

export const tourSteps: readonly TourStep[] = lazy([
  { picture: "connect", title: m.public_tour_connect_title, text: m.public_tour_connect_text },
  { picture: "template", title: m.public_tour_template_title, text: m.public_tour_template_text },
  { picture: "campaign", title: m.public_tour_campaign_title, text: m.public_tour_campaign_text },
  { picture: "results", title: m.public_tour_results_title, text: m.public_tour_results_text },
]);
