/** Scans, photos and faxes of a sheet of paper. */
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { corners, emptyScene, expose, placeSheet, type Scene } from '../photograph.ts'
import type { Random } from '../random.ts'
import type { Point, Quad, Sheet } from '../sheet.ts'
import type { PhotoStyle, ScanStyle } from './styles.ts'
import { drawFolds, drawStamp } from './write-entries.ts'

export type PictureStyle = ScanStyle | PhotoStyle

/** Sheets are drawn at this resolution for photos. */
const photoDpi = 200
const mostPhotoDpi = 300
const degree = Math.PI / 180

/** The resolution at which a sheet must be drawn for a style. */
export const dpiOf = (style: PictureStyle) => (style.medium === 'scan' ? style.dpi : photoDpi)

export const isPdf = (style: PictureStyle) => style.medium === 'scan' && style.file === 'pdf'

/** The sheet was drawn at the resolution of the style. */
export async function takePicture(random: Random, sheet: Sheet, style: PictureStyle): Promise<Scene> {
  const scale = dpiOf(style) / 72
  if (style.hasStamp) drawStamp(random, sheet, scale)
  if (style.hasFold) drawFolds(random, sheet, scale)
  const scene = await (style.medium === 'scan'
    ? scan(random, sheet, style)
    : photograph(random, sheet, style))
  if (style.conditions) await expose(random, scene, style.conditions)
  if (style.isCropped) crop(random, scene)
  if (style.medium === 'scan' && style.isFax) sendByFax(random, scene)
  return scene
}

async function scan(random: Random, sheet: Sheet, { turn = 0 }: ScanStyle): Promise<Scene> {
  const isSideways = Math.round(turn / 90) % 2 !== 0
  const [width, height] = isSideways ? [sheet.height, sheet.width] : [sheet.width, sheet.height]
  const shade = random.pick([255, 250, 244])
  const pixels = new Uint8Array(width * height * 3).fill(shade)
  const scene: Scene = { width, height, pixels, secrets: [], kept: [] }
  const isSkewed = turn % 90 !== 0
  await placeSheet(scene, sheet, corners(random, scene, sheet, turn * degree, isSkewed ? 0.98 : 1, 0))
  return scene
}

async function photograph(
  random: Random,
  sheet: Sheet,
  { turn = 0, pixels, tilt }: PhotoStyle,
): Promise<Scene> {
  const isSideways = Math.round(turn / 90) % 2 !== 0
  const isUpright = sheet.height > sheet.width !== isSideways
  const short = Math.min(pixels, (Math.min(sheet.width, sheet.height) * mostPhotoDpi) / photoDpi)
  const [shorter, longer] = [Math.round(short), Math.round((short * 4) / 3)]
  const scene = await emptyScene(random, isUpright ? shorter : longer, isUpright ? longer : shorter)
  const fill = random.between(0.92, 0.98) * (1 - 2 * tilt)
  await placeSheet(scene, sheet, corners(random, scene, sheet, turn * degree, fill, tilt))
  return scene
}

/** The file that a scanner or a camera saves; only a PDF has more than one page. */
export async function developAll(
  scenes: readonly Scene[],
  style: PictureStyle,
): Promise<{ bytes: Buffer; type: 'pdf' | 'jpg' | 'png' }> {
  const pictures = await Promise.all(scenes.map((scene) => encode(scene, style)))
  if (style.medium === 'scan' && style.file === 'pdf')
    return { bytes: await pdfOf(scenes, pictures, style.dpi), type: 'pdf' }
  const type = style.medium === 'photo' ? 'jpg' : (style.file as 'jpg' | 'png')
  return { bytes: pictures[0] as Buffer, type }
}

function encode({ width, height, pixels }: Scene, style: PictureStyle): Promise<Buffer> {
  const image = sharp(pixels, { raw: { width, height, channels: 3 } })
  if (style.medium === 'scan' && style.isFax) return image.png({ palette: true, colours: 2 }).toBuffer()
  if (style.medium === 'scan' && style.file === 'png') return image.greyscale().png().toBuffer()
  return image.jpeg({ quality: style.quality }).toBuffer()
}

async function pdfOf(scenes: readonly Scene[], pictures: readonly Buffer[], dpi: number): Promise<Buffer> {
  const document = await PDFDocument.create()
  for (const [i, scene] of scenes.entries()) {
    const picture = pictures[i] as Buffer
    const isPng = picture[0] === 0x89
    const image = await (isPng ? document.embedPng(picture) : document.embedJpg(picture))
    const [width, height] = [(scene.width * 72) / dpi, (scene.height * 72) / dpi]
    document.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height })
  }
  // The same bytes on every day.
  document.setCreationDate(new Date(0))
  document.setModificationDate(new Date(0))
  return Buffer.from(await document.save())
}

/** What happens to a page on its way, beyond light and lens. */

const mostCut = 0.045
/** What was filled in keeps this distance from a cut, as a share of the width. */
const keptMargin = 0.008

/** Cuts off edges, though nothing that was filled in. */
function crop(random: Random, scene: Scene): void {
  const { width, height } = scene
  const points = scene.kept.flatMap(({ characters }) => characters.flatMap(({ quad }) => quad))
  const margin = keptMargin * width
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const cut = (room: number, side: number) =>
    Math.round(Math.max(0, Math.min(random.between(0, mostCut) * side, room - margin)))
  const left = cut(Math.min(width, ...xs), width)
  const right = width - cut(width - Math.max(0, ...xs), width)
  const top = cut(Math.min(height, ...ys), height)
  const bottom = height - cut(height - Math.max(0, ...ys), height)
  const pixels = new Uint8Array((right - left) * (bottom - top) * 3)
  for (let y = top; y < bottom; y++) {
    const row = scene.pixels.subarray((y * width + left) * 3, (y * width + right) * 3)
    pixels.set(row, (y - top) * (right - left) * 3)
  }
  const moved = ([x, y]: Point): Point => [x - left, y - top]
  scene.pixels = pixels
  scene.width = right - left
  scene.height = bottom - top
  scene.kept = scene.kept.map((label) => ({
    ...label,
    characters: label.characters.map(({ text, quad }) => ({ text, quad: quad.map(moved) as Quad })),
  }))
}

const paper = { threshold: 148, speckle: 0.0004, lostLine: 0.0012 }

/** Black and white, with specks, and lines of the picture that were lost. */
function sendByFax(random: Random, { width, height, pixels }: Scene): void {
  const threshold = paper.threshold + random.between(-14, 14)
  for (let y = 0; y < height; y++) {
    const isLost = random.chance(paper.lostLine)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3
      const light =
        0.3 * (pixels[at] as number) + 0.59 * (pixels[at + 1] as number) + 0.11 * (pixels[at + 2] as number)
      const isBlack = !isLost && (light < threshold || random.next() < paper.speckle)
      pixels.fill(isBlack ? 0 : 255, at, at + 3)
    }
  }
}
