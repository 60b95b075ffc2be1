/**
 * The made-up corpus: every sample is drawn from its seed, on demand. Odd seeds were looked at while the engine
 * was tuned; even seeds never were.
 */
import sharp from 'sharp'
import { type CardFace, drawCard } from './draw-card.ts'
import { drawForm } from './draw-form.ts'
import { type Conditions, corners, emptyScene, expose, placeSheet, type Scene } from './photograph.ts'
import { createRandom, type Random } from './random.ts'
import { type LabelledSecret, Sheet } from './sheet.ts'

export type Half = 'tuned' | 'unseen'

export interface Sample {
  name: string
  kind: 'card' | 'form'
  half: Half
  side?: 'front' | 'back' | undefined
  bytes: Buffer
  secrets: LabelledSecret[]
}

const conditionKinds: readonly ((random: Random) => Conditions)[] = [
  () => ({}),
  () => ({}),
  (random) => ({ blur: random.between(0.8, 2.2) }),
  (random) => ({ darkness: random.between(0.3, 0.7), noise: random.between(4, 14) }),
  (random) => ({ noise: random.between(14, 32) }),
  (random) => ({ glare: random.between(0.4, 0.9) }),
  (random) => ({ shadow: true, noise: random.between(2, 10) }),
]

export const cardSeeds = (count: number) => Array.from({ length: count }, (_, i) => 1001 + i)
export const formSeeds = (count: number) => Array.from({ length: count }, (_, i) => 5001 + i)
const halfOf = (seed: number): Half => (seed % 2 === 1 ? 'tuned' : 'unseen')

const cardScenes = [
  'plain',
  'plain',
  'plain',
  'plain',
  'turned',
  'turned',
  'two',
  'small',
  'mirrored',
  'screen',
  'copy',
] as const

export async function cardSample(seed: number): Promise<Sample> {
  const random = createRandom(seed)
  const kind = random.pick(cardScenes)
  const face = random.pick<CardFace>([
    'front',
    'front',
    'front',
    'upright-front',
    'back',
    'back',
    'modern-back',
  ])
  const isLarge = random.chance(0.2)
  const width = kind === 'copy' ? 1275 : isLarge ? 2400 : random.pick([1000, 1280, 1600])
  const height = kind === 'copy' ? 1650 : Math.round(width * 0.75)
  const scene =
    kind === 'copy' ? await paperScene(random, width, height) : await emptyScene(random, width, height)
  const sheet = drawCard(random, face)
  const angle = kind === 'turned' ? random.between(0, 2 * Math.PI) : random.between(-0.15, 0.15)
  const tilt = kind === 'screen' || kind === 'copy' ? 0 : 0.025
  if (kind === 'two') await placeTwo(random, scene, sheet)
  else {
    const fill =
      { small: random.between(0.45, 0.6), copy: random.between(0.5, 0.62), screen: 0.9 }[kind as string] ??
      random.between(0.78, 0.97)
    await placeSheet(scene, sheet, corners(random, scene, sheet, kind === 'screen' ? 0 : angle, fill, tilt))
  }
  if (kind !== 'screen') await expose(random, scene, random.pick(conditionKinds)(random))
  const isBack = face === 'back' || face === 'modern-back'
  return {
    name: `card-${seed}-${kind}-${face}`,
    kind: 'card',
    half: halfOf(seed),
    side: isBack ? 'back' : 'front',
    ...(await develop(scene, random.int(45, 92), kind === 'mirrored')),
  }
}

async function placeTwo(random: Random, scene: Scene, first: Sheet) {
  const second = drawCard(random, 'front')
  const half = { ...scene, height: scene.height / 2 }
  for (const [i, sheet] of [first, second].entries()) {
    const quad = corners(random, half, sheet, random.between(-0.08, 0.08), 0.92, 0.01)
    const moved = quad.map(([x, y]) => [x, y + i * half.height]) as typeof quad
    await placeSheet(scene, sheet, moved)
  }
}

async function paperScene(random: Random, width: number, height: number): Promise<Scene> {
  const scene = await emptyScene(random, width, height)
  const paper = new Sheet(width, height)
  paper.rect(0, 0, width, height, 'fill="#fbfbf8"')
  paper.text('Copy of payment card for the purchase of 03/14/2025', 120, 140, { font: 'inter', size: 26 })
  paper.text('County School District, 100 Main Street, Topeka KS 66603', 120, 190, {
    font: 'inter',
    size: 22,
  })
  paper.text('Federal EIN 52-1234567   Telephone (202) 555-0143', 120, 1540, { font: 'inter', size: 22 })
  await placeSheet(scene, paper, [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ])
  return scene
}

export async function formSample(seed: number): Promise<Sample> {
  const random = createRandom(seed)
  const sheet = drawForm(random)
  const dpi = random.pick([100, 150, 150, 200, 200])
  const isTurned = random.chance(0.15)
  const [long, short] = [Math.round(dpi * 11), Math.round(dpi * 8.5)]
  const turn = isTurned ? random.pick([Math.PI / 2, Math.PI, -Math.PI / 2]) : 0
  const isLandscape = Math.abs(turn) === Math.PI / 2
  const scene = await emptyScene(random, isLandscape ? long : short, isLandscape ? short : long)
  const skew = random.chance(0.5) ? random.between(-0.05, 0.05) : 0
  await placeSheet(
    scene,
    sheet,
    corners(random, scene, sheet, turn + skew, skew === 0 ? 1 : 0.98, random.chance(0.2) ? 0.008 : 0),
  )
  const scan: Conditions = random.pick([
    {},
    { noise: random.between(4, 20) },
    { blur: random.between(0.4, 0.9) },
    { shadow: true },
  ])
  await expose(random, scene, scan)
  return {
    name: `form-${seed}`,
    kind: 'form',
    half: halfOf(seed),
    ...(await develop(scene, random.int(50, 92), false)),
  }
}

async function develop({ width, height, pixels, secrets }: Scene, quality: number, isMirrored: boolean) {
  const image = sharp(pixels, { raw: { width, height, channels: 3 } })
  const bytes = await (isMirrored ? image.flop() : image).jpeg({ quality }).toBuffer()
  return { bytes, secrets: isMirrored ? secrets.map((secret) => mirror(secret, width)) : secrets }
}

const mirror = (secret: LabelledSecret, width: number): LabelledSecret => ({
  ...secret,
  characters: secret.characters.map(({ text, quad: [a, b, c, d] }) => {
    const flip = ([x, y]: [number, number]): [number, number] => [width - x, y]
    return { text, quad: [flip(b), flip(a), flip(d), flip(c)] }
  }),
})
