import sharp from 'sharp'
import type { Random } from './random.ts'
import type { LabelledSecret, Point, Quad, Sheet } from './sheet.ts'

export interface Scene {
  width: number
  height: number
  pixels: Uint8Array
  secrets: LabelledSecret[]
  /** Words that must stay readable. */
  kept: LabelledSecret[]
}

export interface Conditions {
  blur?: number
  darkness?: number
  noise?: number
  glare?: number
  shadow?: boolean
}

/** An empty table top, desk or floor. */
export async function emptyScene(random: Random, width: number, height: number): Promise<Scene> {
  const ground = random.pick(['#7a5230', '#2b2b2b', '#8d8d8d', '#e6e1d6', '#2f5b3a', '#4a5f80', '#d9d4cf'])
  const stripes = Array.from(
    { length: random.int(0, 40) },
    () =>
      `<rect x="${random.between(-200, width)}" y="${random.between(0, height)}" width="${random.between(50, 600)}" height="${random.between(2, 12)}" fill="${random.pick(['#000', '#fff'])}" opacity="0.08"/>`,
  ).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${stripes}</svg>`
  const pixels = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()
  return { width, height, pixels, secrets: [], kept: [] }
}

/** Puts a sheet into the scene so that its corners come to lie on `corners`. */
export async function placeSheet(scene: Scene, sheet: Sheet, corners: Quad): Promise<void> {
  const longest = Math.max(
    ...corners.map((corner, i) =>
      Math.hypot(
        corner[0] - (corners[(i + 1) % 4] as Point)[0],
        corner[1] - (corners[(i + 1) % 4] as Point)[1],
      ),
    ),
  )
  const density = Math.min(1, Math.max(0.2, (longest * 1.2) / Math.max(sheet.width, sheet.height)))
  const { data, info } = await sharp(sheet.toSvg())
    .resize(Math.round(sheet.width * density), Math.round(sheet.height * density))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const corner = (x: number, y: number): Point => [x, y]
  const flat: Quad = [
    corner(0, 0),
    corner(info.width, 0),
    corner(info.width, info.height),
    corner(0, info.height),
  ]
  const toSheet = projector(homographyOf(corners, flat))
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  for (let y = Math.max(0, Math.floor(Math.min(...ys))); y < Math.min(scene.height, Math.max(...ys)); y++) {
    for (let x = Math.max(0, Math.floor(Math.min(...xs))); x < Math.min(scene.width, Math.max(...xs)); x++) {
      blend(scene, y * scene.width + x, data, info.width, info.height, toSheet([x + 0.5, y + 0.5]))
    }
  }
  const full: Quad = [
    corner(0, 0),
    corner(sheet.width, 0),
    corner(sheet.width, sheet.height),
    corner(0, sheet.height),
  ]
  const toScene = projector(homographyOf(full, corners))
  const inScene = (part: LabelledSecret): LabelledSecret => ({
    ...part,
    characters: part.characters.map(({ text, quad }) => ({ text, quad: quad.map(toScene) as Quad })),
  })
  scene.secrets.push(...sheet.secrets.map(inScene))
  scene.kept.push(...sheet.kept.map(inScene))
}

function blend(scene: Scene, at: number, source: Uint8Array, width: number, height: number, [x, y]: Point) {
  const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)]
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return
  const [fx, fy] = [x - 0.5 - left, y - 0.5 - top]
  const value = (channel: number) => {
    const i = (top * width + left) * 4 + channel
    const above = (source[i] as number) * (1 - fx) + (source[i + 4] as number) * fx
    const below = (source[i + width * 4] as number) * (1 - fx) + (source[i + width * 4 + 4] as number) * fx
    return above * (1 - fy) + below * fy
  }
  const alpha = value(3) / 255
  for (let channel = 0; channel < 3; channel++) {
    const i = at * 3 + channel
    scene.pixels[i] = (scene.pixels[i] as number) * (1 - alpha) + value(channel) * alpha
  }
}

/** Corners of a sheet at an angle, off-centre and seen a little from the side. */
export function corners(
  random: Random,
  scene: Scene,
  sheet: Sheet,
  angle: number,
  fill: number,
  tilt: number,
): Quad {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const reach = [
    Math.abs(sheet.width * cos) + Math.abs(sheet.height * sin),
    Math.abs(sheet.width * sin) + Math.abs(sheet.height * cos),
  ] as const
  const scale = fill * Math.min(scene.width / reach[0], scene.height / reach[1])
  const free = [(scene.width - reach[0] * scale) / 2, (scene.height - reach[1] * scale) / 2] as const
  const middle: Point = [
    scene.width / 2 + random.between(-0.7, 0.7) * free[0],
    scene.height / 2 + random.between(-0.7, 0.7) * free[1],
  ]
  const bend = () => random.between(-tilt, tilt) * sheet.width * scale
  const at = (x: number, y: number): Point => [
    middle[0] + (x * cos - y * sin) * scale + bend(),
    middle[1] + (x * sin + y * cos) * scale + bend(),
  ]
  const [w, h] = [sheet.width / 2, sheet.height / 2]
  return [at(-w, -h), at(w, -h), at(w, h), at(-w, h)]
}

/** Light, lens and sensor. */
export async function expose(random: Random, scene: Scene, conditions: Conditions): Promise<void> {
  const { width, height } = scene
  const { glare = 0, darkness = 0, noise = 0, blur = 0, shadow = false } = conditions
  const spot = {
    x: random.between(0.2, 0.8) * width,
    y: random.between(0.2, 0.8) * height,
    reach: random.between(0.08, 0.2) * width,
  }
  const edge = { at: random.between(0.3, 0.7) * width, slope: random.between(-0.6, 0.6) }
  if (blur > 0) {
    scene.pixels = await sharp(scene.pixels, { raw: { width, height, channels: 3 } })
      .blur(blur)
      .raw()
      .toBuffer()
  }
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    const light = glare * 200 * Math.exp(-((x - spot.x) ** 2 + (y - spot.y) ** 2) / (2 * spot.reach ** 2))
    const gain = (1 - darkness) * (shadow && x + edge.slope * y < edge.at ? 0.62 : 1)
    const grain = noise > 0 ? (random.next() + random.next() + random.next() - 1.5) * noise * 1.6 : 0
    for (let channel = 0; channel < 3; channel++) {
      const at = i * 3 + channel
      scene.pixels[at] = Math.max(0, Math.min(255, (scene.pixels[at] as number) * gain + light + grain))
    }
  }
}

/** The nine numbers of the projection that takes four corners onto four others. */
function homographyOf(from: Quad, to: Quad): number[] {
  const rows: number[][] = []
  from.forEach(([x, y], i) => {
    const [u, v] = to[i] as Point
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v])
  })
  return [...solve(rows), 1]
}

const projector =
  (h: number[]) =>
  ([x, y]: Point): Point => {
    const [a, b, c, d, e, f, g, i, j] = h as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    const w = g * x + i * y + j
    return [(a * x + b * y + c) / w, (d * x + e * y + f) / w]
  }

// Gauss-Jordan with row exchange; each row carries its right-hand side as last entry.
function solve(rows: number[][]): number[] {
  const size = rows.length
  for (let column = 0; column < size; column++) {
    const cell = (row: number) => (rows[row] as number[])[column] as number
    let pivot = column
    for (let row = column + 1; row < size; row++) if (Math.abs(cell(row)) > Math.abs(cell(pivot))) pivot = row
    const top = rows[pivot] as number[]
    rows[pivot] = rows[column] as number[]
    rows[column] = top.map((value) => value / (top[column] as number))
    for (let row = 0; row < size; row++) {
      if (row === column) continue
      const factor = cell(row)
      rows[row] = (rows[row] as number[]).map(
        (value, i) => value - factor * ((rows[column] as number[])[i] as number),
      )
    }
  }
  return rows.map((row) => row[size] as number)
}
