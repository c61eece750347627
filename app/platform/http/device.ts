import { m } from "#messages";

const systems: [RegExp, string][] = [
  [/android/i, "Android"],
  [/iphone|ipad/i, "iOS"],
  [/windows/i, "Windows"],
  [/mac os/i, "macOS"],
  [/cros/i, "ChromeOS"],
  [/linux/i, "Linux"],
];
const browsers: [RegExp, string][] = [
  [/opr\/|opera/i, "Opera"],
  [/edg\//i, "Edge"],
  [/samsungbrowser/i, "Samsung Internet"],
  [/ucbrowser/i, "UC Browser"],
  [/firefox|fxios/i, "Firefox"],
  [/chrome|crios/i, "Chrome"],
  [/safari/i, "Safari"],
];

const nameIn = (list: [RegExp, string][], userAgent: string) =>
  list.find(([pattern]) => pattern.test(userAgent))?.[1];

/** A user agent as text: `Chrome on Android`. */
export function deviceOf(userAgent: string): string {
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (browser && system) return m.common_device_on({ browser, system });
  return browser ?? system ?? (userAgent.slice(0, 60) || m.common_device_unknown());
}
