import { writeFile } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { type MediaKind, media } from "#app/db/schema/messaging/media.ts";
import { products } from "#app/db/schema/sales/products.ts";
import { storageKeyOf } from "#app/domain/messaging/media/find.server.ts";
import { thumbnailOf } from "#app/domain/messaging/media/pictures.server.ts";
import { ofProduct } from "#app/domain/sales/products/find.server.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { mediaStore } from "#app/providers/storage/store.server.ts";
import { inWorkspace } from "#app/providers/storage/workspace.server.ts";
import { type Appearance, appearances, pictureSize, productPixels } from "./productPictures.ts";
import { demoId, metaId } from "./seed.ts";
import { templateFiles } from "./templateParts.ts";

type Stored = Pick<Services, "config" | "db">;

/** Lines of the written conversations with a file, by their text. */
const files: readonly {
  body: string;
  kind: MediaKind;
  contentType: string;
  fileName: string | null;
  caption: string | null;
  draw(): Promise<Buffer> | Buffer;
}[] = [
  {
    body: "📷 Photo: Only these came",
    kind: "image",
    contentType: "image/jpeg",
    fileName: null,
    caption: "Only these came",
    draw: () => drawCrates([184, 58, 44]),
  },
  {
    body: "📄 Document: delivery-note-2207.pdf",
    kind: "document",
    contentType: "application/pdf",
    fileName: "delivery-note-2207.pdf",
    caption: null,
    draw: () =>
      writtenPage(["Duka Letu", "Delivery note 2207", "24 crates of soda", "Signed at the counter"]),
  },
  {
    body: "📷 Photo: Pembe 2kg, six packets",
    kind: "image",
    contentType: "image/jpeg",
    fileName: null,
    caption: "Pembe 2kg, six packets",
    draw: () => drawCrates([214, 170, 60]),
  },
];

const place = {
  body: "📍 Location: Milimani, near the water tower",
  location: { latitude: -0.1022, longitude: 34.7617, name: "Milimani, near the water tower" },
};
const reaction = { body: "Reacted 👍", emoji: "👍" };

/** All files of the shop: of its chats, products and templates. */
export async function loadFiles(tx: Tx, services: Stored, orgId: OrgId, at: Date): Promise<void> {
  await loadDemoMedia(tx, services, orgId);
  await loadProductPictures(tx, services, orgId, at);
  await loadTemplateFiles(tx, services, orgId, at);
}

/** Adds the media that lines of the demo's chat mention: files in the store, a location, a reaction. */
async function loadDemoMedia(tx: Tx, services: Stored, orgId: OrgId): Promise<void> {
  const client = clientOf(tx);
  await inWorkspace(services.config, async (folder) => {
    for (const file of files) {
      const { kind, caption, fileName } = file;
      const metaMediaId = metaId(file.body);
      const part = {
        id: metaMediaId,
        ...(caption ? { caption } : {}),
        ...(fileName ? { filename: fileName } : {}),
      };
      const { rows } = await client.query<{ id: string; phoneNumberId: string; at: Date }>({
        text: `update messages set type = $3, payload = $4::jsonb where org_id = $1 and body = $2
          returning id, phone_number_id as "phoneNumberId", created_at as at`,
        values: [orgId, file.body, kind, JSON.stringify({ type: kind, [kind]: part })],
      });
      for (const { id: messageId, phoneNumberId, at } of rows) {
        const id = demoId("med", `${file.body} ${messageId}`, at);
        const kept = await keep({ services, orgId, folder }, { key: storageKeyOf(orgId, id), ...file });
        const row = { orgId, id, messageId, phoneNumberId, kind, fileName, metaMediaId };
        await tx.insert(media).values({ ...row, ...kept, state: "ready", createdAt: at, readyAt: at });
      }
    }
  });
  await client.query({
    text: "update messages set type = 'location', payload = $3::jsonb where org_id = $1 and body = $2",
    values: [orgId, place.body, JSON.stringify({ type: "location", location: place.location })],
  });
  // Of the message before it.
  await client.query({
    text: `update messages r set type = 'reaction', payload = jsonb_build_object('type', 'reaction', 'reaction', jsonb_build_object(
        'emoji', $3::text, 'message_id', (select m.wamid from messages m where m.org_id = r.org_id and m.contact_id = r.contact_id
          and m.phone_number_id = r.phone_number_id and m.created_at < r.created_at order by m.created_at desc limit 1)))
      where org_id = $1 and body = $2`,
    values: [orgId, reaction.body, reaction.emoji],
  });
}

/** The header files of the shop's templates, as uploaded with them. */
async function loadTemplateFiles(tx: Tx, services: Stored, orgId: OrgId, at: Date): Promise<void> {
  await inWorkspace(services.config, async (folder) => {
    for (const [id, file] of Object.entries(templateFiles)) {
      const draw = () => ("color" in file ? drawCrates([...file.color]) : writtenPage(file.lines));
      const contentType = file.kind === "image" ? "image/jpeg" : "application/pdf";
      const fileName = `${id.replace("med_demo_", "")}.${file.kind === "image" ? "jpg" : "pdf"}`;
      const kept = await keep(
        { services, orgId, folder },
        {
          key: storageKeyOf(orgId, id),
          kind: file.kind,
          contentType,
          draw,
        },
      );
      const row = { orgId, id, phoneNumberId: "", kind: file.kind, fileName, kept: true };
      await tx.insert(media).values({ ...row, ...kept, state: "ready", createdAt: at, readyAt: at });
    }
  });
}

/** Pictures of the shop's products, each owned by its product. */
async function loadProductPictures(tx: Tx, services: Stored, orgId: OrgId, at: Date): Promise<void> {
  const stocked = await tx
    .select({ id: products.id, code: products.retailerId })
    .from(products)
    .where(eq(products.orgId, orgId));
  await inWorkspace(services.config, async (folder) => {
    for (const { id: ownerId, code } of stocked) {
      const appearance = appearances[code ?? ""];
      if (!appearance) continue;
      const id = demoId("med", `picture ${code}`, at);
      const file = { key: storageKeyOf(orgId, id), kind: "image" as const, contentType: "image/jpeg" };
      const kept = await keep({ services, orgId, folder }, { ...file, draw: () => drawProduct(appearance) });
      const row = { orgId, id, ownerId, phoneNumberId: "", kind: file.kind, fileName: `${code}.jpg` };
      await tx.insert(media).values({ ...row, ...kept, state: "ready", createdAt: at, readyAt: at });
      await tx.update(products).set({ pictureId: id }).where(ofProduct(orgId, ownerId));
    }
  });
}

async function drawProduct(appearance: Appearance): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  return sharp(productPixels(appearance), { raw: { ...pictureSize, channels: 3 } })
    .blur(0.8)
    .jpeg({ quality: 82 })
    .toBuffer();
}

async function keep(
  { services, orgId, folder }: { services: Stored; orgId: OrgId; folder: string },
  file: { key: string; kind: MediaKind; contentType: string; draw(): Promise<Buffer> | Buffer },
) {
  const store = mediaStore(services);
  const content = await file.draw();
  const at = path.join(folder, "file");
  await writeFile(at, content);
  await store.put(file.key, at, file.contentType);
  const kept = { storageKey: file.key, contentType: file.contentType, bytes: content.length };
  const small = file.kind === "image" ? await thumbnailOf(orgId, content) : null;
  if (!small) return kept;
  await writeFile(at, small.bytes);
  await store.put(`${file.key}.small`, at, "image/webp");
  return {
    ...kept,
    thumbnailKey: `${file.key}.small`,
    thumbnailWidth: small.width,
    thumbnailHeight: small.height,
  };
}

/** Crates on a shelf, drawn as rectangles. */
async function drawCrates([red, green, blue]: [number, number, number]): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  const [width, height, crate] = [640, 480, 80];
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isEdge = x % crate < 6 || y % crate < 6;
      const isShelf = y > height - 40;
      const shade = isShelf ? 0.35 : isEdge ? 0.55 : 0.85 + ((x % crate) / crate) * 0.15;
      const at = (y * width + x) * 3;
      pixels[at] = red * shade;
      pixels[at + 1] = green * shade;
      pixels[at + 2] = blue * shade;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** A PDF of one page with some lines. */
function writtenPage(lines: readonly string[]): Buffer {
  const text = lines
    .map((line, index) => `BT /F1 18 Tf 60 ${740 - 30 * index} Td (${line}) Tj ET`)
    .join("\n");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  let pdf = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const start = pdf.length;
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(pdf, "latin1");
}
