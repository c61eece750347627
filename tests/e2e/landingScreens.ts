import path from "node:path";
import type { Page } from "playwright";
import sharp from "sharp";

const folder = path.join(import.meta.dirname, "..", "..", "app", "routes", "public", "screens");
/** Smaller files than these show the text unclearly. */
const quality = { quality: 56, effort: 6, smartSubsample: true };

/** The address of a row of the open list. */
const addressIn = async (page: Page, row: RegExp, at = 0) =>
  (await page
    .getByRole("row")
    .filter({ hasText: row })
    .nth(at)
    .getByRole("link")
    .first()
    .getAttribute("href"))!;

/** Takes the pictures of the landing page in a language, as a signed-in member of the demo. */
export async function takeLandingScreens(desk: Page, phone: Page, locale: string): Promise<void> {
  async function take(page: Page, name: string, width: number) {
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => scrollTo(0, 0));
    const shot = await page.screenshot();
    await sharp(shot)
      .resize({ width })
      .webp(quality)
      .toFile(path.join(folder, `${name}-${locale}.webp`));
  }
  await desk.goto("/chat");
  await take(desk, "inbox", 1280);
  await phone.goto("/whatsapp");
  await take(phone, "connect", 600);
  await phone.goto("/templates");
  await phone.goto(await addressIn(phone, /loyalty_code/));
  await take(phone, "template", 600);
  await phone.goto("/messaging?status=draft");
  await phone.goto(`${await addressIn(phone, /weekend_offer/)}/review`);
  await take(phone, "campaign", 600);
  await phone.goto("/messaging?status=completed");
  await phone.goto(await addressIn(phone, /_/, 2));
  await take(phone, "results", 600);
}
