import { currentLocale, type Locale } from "#app/platform/locale/locale.ts";
import { useRoot } from "#app/web/useRoot.ts";
import campaignEn from "./screens/campaign-en.webp";
import campaignFr from "./screens/campaign-fr.webp";
import campaignSw from "./screens/campaign-sw.webp";
import connectEn from "./screens/connect-en.webp";
import connectFr from "./screens/connect-fr.webp";
import connectSw from "./screens/connect-sw.webp";
import inboxEn from "./screens/inbox-en.webp";
import inboxFr from "./screens/inbox-fr.webp";
import inboxSw from "./screens/inbox-sw.webp";
import resultsEn from "./screens/results-en.webp";
import resultsFr from "./screens/results-fr.webp";
import resultsSw from "./screens/results-sw.webp";
import templateEn from "./screens/template-en.webp";
import templateFr from "./screens/template-fr.webp";
import templateSw from "./screens/template-sw.webp";

const phone = { width: 600, height: 900 };
/** Screens of the demo in each language, as tests/e2e/pictures.ts takes them. */
const screens = {
  inbox: { width: 1280, height: 800, src: { en: inboxEn, sw: inboxSw, fr: inboxFr } },
  connect: { ...phone, src: { en: connectEn, sw: connectSw, fr: connectFr } },
  template: { ...phone, src: { en: templateEn, sw: templateSw, fr: templateFr } },
  campaign: { ...phone, src: { en: campaignEn, sw: campaignSw, fr: campaignFr } },
  results: { ...phone, src: { en: resultsEn, sw: resultsSw, fr: resultsFr } },
} satisfies Record<string, { width: number; height: number; src: Record<Locale, string> }>;
export type ScreenName = keyof typeof screens;

/** A picture of the product, loaded when it comes near; left out for visitors who save data. */
export function ScreenPicture({ name, alt }: { name: ScreenName; alt: string }) {
  const { src, width, height } = screens[name];
  if (useRoot()?.lite) return null;
  return (
    <img src={src[currentLocale()]} width={width} height={height} alt={alt} loading="lazy" decoding="async" />
  );
}
