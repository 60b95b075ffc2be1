/**
 * `npm run forms:learn -- FILE --code ny-st-120 --revision 6/18`: learns a blank form from its PDF. Writes the fingerprint
 * of its pages to `knowledge/fingerprints`, and revision and version to the file of the form, which must exist.
 * The PDF itself is not kept.
 *
 * With `--edition` it's a further blank of the form, with places of its own: they're kept in `knowledge/editions` with its
 * fingerprint. Those that we can find by the blank that is known are there after the first run, to be corrected.
 *
 * `--draw FOLDER` also draws the zones of the form over its pages, to be looked at; `--fields` prints where the PDF
 * has fields to fill in, as zones that only need a name. `--knowledge FOLDER` learns into another folder than ours.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { PDFDocument } from '@cantoo/pdf-lib'
import { hashText } from '@exempta/knowledge/hash'
import { Edition, Fingerprint, FormFile, type Zone } from '@exempta/knowledge/schema'
import sharp from 'sharp'
import { pdfiumRasteriser } from '../../redaction/src/document/pdfium-rasteriser.ts'
import type { PageImage } from '../../redaction/src/document/rasteriser.ts'
import { learnPage } from '../../redaction/src/form/learn-form.ts'
import { onnxReader } from '../../redaction/src/reader/onnx-reader.ts'
import { redact } from '../../redaction/src/redact.ts'
import { root } from '../run-command.ts'
import { writeIndexes } from './knowledge-index.ts'

const drawnWidth = 1000
const ownKnowledge = path.join(root, 'knowledge')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    code: { type: 'string' },
    revision: { type: 'string' },
    knowledge: { type: 'string', default: ownKnowledge },
    draw: { type: 'string' },
    fields: { type: 'boolean', default: false },
    edition: { type: 'boolean', default: false },
  },
})
const [file] = positionals
if (!file || !values.code || (values.edition && !values.revision)) {
  console.error(
    'Usage: npm run forms:learn -- FILE --code CODE [--revision REVISION] [--edition] [--knowledge FOLDER] [--draw FOLDER] [--fields]',
  )
  process.exit(2)
}
const code = values.code
const formFile = path.join(values.knowledge, 'forms', `${code}.json`)
const fingerprintFile = path.join(values.knowledge, 'fingerprints', `${code}.json`)
const editionFile = path.join(
  values.knowledge,
  'editions',
  `${code}-${values.revision?.replace(/\W+/g, '-')}.json`,
)
const form = FormFile.parse(
  JSON.parse(await readFile(formFile, 'utf8').catch(() => stop(`There is no ${formFile}.`))),
)
const bytes = await readFile(file).catch(() => stop(`We can’t read ${file}.`))

const document = await pdfiumRasteriser.open(bytes).catch(() => stop(`${file} isn’t a PDF that we can open.`))
if (values.fields) await printFields()
const zones = values.edition ? await zonesOfEdition() : form.zones
const pages: Fingerprint['pages'] = []
for (let page = 1; page <= document.pageCount; page++) {
  const image = await document.page(page - 1)
  if (values.draw) await draw(image, page, values.draw)
  pages.push(await learnPage(image, page, zones, onnxReader, form.name))
}
await document.close()

const revision = values.revision ?? form.revision
const fingerprint = Fingerprint.parse({ code, revision, pages: pages.filter(({ pairs }) => pairs !== '') })
const text = JSON.stringify(values.edition ? Edition.parse({ ...fingerprint, zones }) : fingerprint, null, 2)
const target = values.edition ? editionFile : fingerprintFile
await mkdir(path.dirname(target), { recursive: true })
await writeFile(target, `${text}\n`)
if (!values.edition) {
  const learned = { ...form, revision, fingerprint: hashText(JSON.stringify(fingerprint)) }
  await writeFile(formFile, `${JSON.stringify(learned, null, 2)}\n`)
}
if (values.knowledge === ownKnowledge) writeIndexes()
console.log(`${code}: ${pages.length} pages, ${text.length} bytes. Run npm run format.`)
process.exit()

/** As corrected by hand, or where the blank that is known says that they are. */
async function zonesOfEdition(): Promise<Zone[]> {
  const kept = await readFile(editionFile, 'utf8').catch(() => undefined)
  if (kept) return Edition.shape.zones.parse(JSON.parse(kept).zones)
  const result = await redact(bytes, { withZones: true })
  const found = result.verdict === 'refused' ? [] : result.pages
  const placed = found.flatMap(({ reading }, at) =>
    (reading?.form?.code === code ? (reading.form.zones ?? []) : []).map((zone) => ({
      ...zone,
      page: at + 1,
      ...Object.fromEntries(
        (['x', 'y', 'width', 'height'] as const).map((side) => [side, share(zone[side])]),
      ),
    })),
  )
  return placed.length > 0
    ? placed
    : stop(
        `We found no fields on ${file}. Write them to ${editionFile}, as {"zones": […]}, and run it again.`,
      )
}

async function draw({ picture }: PageImage, page: number, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const { width, height } = picture
  const shapes = zones.filter((zone) => zone.page === page).map((zone) => shapeOf(zone, width, height))
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join('')}</svg>`
  const channels = (picture.pixels.length / (width * height)) as 1 | 3 | 4
  const painted = await sharp(picture.pixels, { raw: { width, height, channels } })
    .composite([{ input: Buffer.from(drawing) }])
    .png()
    .toBuffer()
  await sharp(painted)
    .resize(drawnWidth)
    .png()
    .toFile(path.join(folder, `${code}-${page}.png`))
}

function shapeOf({ field, value, ...zone }: Zone, width: number, height: number): string {
  const [x, y] = [zone.x * width, zone.y * height]
  const box = `<rect x="${x}" y="${y}" width="${zone.width * width}" height="${zone.height * height}"
    fill="#0d948833" stroke="#dc2626" stroke-width="2"/>`
  const label = value ? `${field}: ${value}` : field
  return `${box}<text x="${x + 3}" y="${y + 18}" font-size="18" fill="#dc2626">${label}</text>`
}

async function printFields(): Promise<void> {
  const pdf = await PDFDocument.load(bytes, { ignoreEncryption: true })
  for (const field of pdf.getForm().getFields())
    for (const widget of field.acroField.getWidgets()) {
      const at = pdf.getPages().findIndex((one) => one.ref === widget.P())
      const { width, height } = pdf.getPage(Math.max(at, 0)).getSize()
      const box = widget.getRectangle()
      console.log(
        JSON.stringify({
          name: field.getName(),
          page: Math.max(at, 0) + 1,
          x: share(box.x / width),
          y: share(1 - (box.y + box.height) / height),
          width: share(box.width / width),
          height: share(box.height / height),
        }),
      )
    }
}

function share(value: number): number {
  return Number(value.toFixed(4))
}

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}
