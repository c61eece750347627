import { type Browser, chromium } from "playwright";
import { environmentOfFonts, type FontSet } from "./fonts.ts";

/**
 * Chromium accepts one list of features to disable, so Playwright's own is repeated here. The last two load
 * two pages of suggestions into every window's address bar, which no test shows.
 */
const disabledFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

export interface BrowserOptions {
  /** It keeps pages alive for its Back button, as users' browsers do. */
  keepsPages?: boolean;
  fonts?: FontSet;
}

const shared = new Map<string, Promise<Browser>>();

/** One browser of each kind for all files that a process tests, until it ends: each visitor has a profile. */
export function sharedBrowser(options: BrowserOptions = {}): Promise<Browser> {
  const kind = JSON.stringify(options);
  const running = shared.get(kind) ?? launchBrowser(options);
  shared.set(kind, running);
  return running;
}

/**
 * The Chromium that `npm test` found (`CHROMIUM_PATH`), without outside calls, and the same on every machine.
 */
export function launchBrowser({ keepsPages = false, fonts = "noto" }: BrowserOptions = {}): Promise<Browser> {
  return chromium.launch({
    ...(keepsPages ? { ignoreDefaultArgs: ["--disable-back-forward-cache"] } : {}),
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    env: { ...process.env, ...environmentOfFonts(fonts), LANGUAGE: "en", LC_ALL: "C.UTF-8" },
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // Only this machine's own name resolves.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]",
      `--disable-features=${disabledFeatures.join()}`,
    ],
  });
}
