import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { isInside, type Point, type Quad } from './geometry/quad.ts'
import { redact } from './redact.ts'
import type { Redaction } from './redaction.ts'

interface Golden {
  file: string
  card?: 'front' | 'back'
  inShortRun?: boolean
  secrets: { kind: string; kept: number; characters: Quad[] }[]
}

const folder = new URL('../golden/', import.meta.url)
const pages = JSON.parse(await readFile(new URL('golden.json', folder), 'utf8')) as Golden[]
const golden = pages.filter(({ inShortRun }) => inShortRun || process.env.GOLDEN_PAGES === 'all')

const behind = Buffer.from('SSN 123-45-6789')

type Released = Exclude<Redaction, { verdict: 'refused' }>

function released(result: Redaction): Released {
  if (result.verdict === 'refused') throw new Error(`refused: ${result.reason}`)
  return result
}

describe.each(golden)('$file', ({ file, card, secrets }) => {
  test('hides its secrets in the pixels of the output, and little else', async () => {
    const input = await readFile(new URL(file, folder))
    const result = released(await redact(Buffer.concat([input, behind]), { card }))
    expect(Buffer.from(result.output).includes(behind)).toBe(false)
    const { data, info } = await sharp(result.output).raw().toBuffer({ resolveWithObject: true })
    const upright = await sharp(input).metadata()
    expect([info.width, info.height]).toEqual([upright.width, upright.height])

    const isBlack = ([x, y]: Point) =>
      (data[(Math.round(y) * info.width + Math.round(x)) * info.channels] ?? 255) < 60
    for (const { kind, kept, characters } of secrets) {
      const hidden = characters.slice(0, characters.length - kept)
      const readable = hidden.filter((quad) => shareOf(quad, isBlack) < 0.8)
      expect(readable, kind).toEqual([])
    }

    const quads = result.pages.flatMap(({ findings }) => findings.map(({ quad }) => quad))
    const isHidden = (point: Point) => quads.some((quad) => isInside(quad, point))
    for (const { kind, kept, characters } of secrets.filter((secret) => secret.kept > 0)) {
      const covered = characters.slice(-kept).filter((quad) => shareOf(quad, isHidden) > 0.25)
      expect(covered, kind).toEqual([])
    }
    const { width, height } = result.pages[0] ?? { width: 0, height: 0 }
    const page: Quad = [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ]
    expect(shareOf(page, isHidden, 60)).toBeLessThan(0.15)
  })
})

function shareOf([a, b, c, d]: Quad, test: (point: Point) => boolean, steps = 6): number {
  let count = 0
  for (let i = 0; i < steps * steps; i++) {
    const [u, v] = [((i % steps) + 0.5) / steps, (Math.floor(i / steps) + 0.5) / steps]
    const at = (axis: 0 | 1) =>
      (a[axis] * (1 - u) + b[axis] * u) * (1 - v) + (d[axis] * (1 - u) + c[axis] * u) * v
    if (test([at(0), at(1)])) count++
  }
  return count / (steps * steps)
}

const blankSheet = (colour: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: colour } })
    .png()
    .toBuffer()

test('an empty white page is clean', async () => {
  expect(await redact(await blankSheet('#fff'))).toMatchObject({ verdict: 'clean', type: 'png' })
})

test('a black photograph is refused, not passed as clean', async () => {
  expect(await redact(await blankSheet('#050505'))).toMatchObject({
    verdict: 'refused',
    reason: 'unreadable',
  })
})

test('an extremely blurred form is refused', async () => {
  const form = await readFile(new URL('form-5013.jpg', folder))
  const blurred = await sharp(form).resize(600).blur(9).jpeg().toBuffer()
  expect(await redact(blurred)).toMatchObject({ verdict: 'refused', reason: 'unreadable' })
})

test.each([
  ['front', 'card-number-not-found'],
  ['back', 'card-code-not-found'],
] as const)('a %s of a card without what must be on it is refused with advice', async (card, reason) => {
  const result = await redact(await blankSheet('#7a5230'), { card })
  expect(result).toMatchObject({
    verdict: 'refused',
    reason,
    advice: expect.stringContaining('take a photo'),
  })
})

test('a front with a finger on three digits of its number is refused', async () => {
  const file = 'card-1021-turned-front.jpg'
  const number = pages.find((page) => page.file === file)?.secrets[0]?.characters ?? []
  const [first, last] = [number[5], number[7]] as [Quad, Quad]
  const finger = [first[0], last[1], last[2], first[3]].map((corner) => corner.join(',')).join(' ')
  const photograph = sharp(await readFile(new URL(file, folder)))
  const { width, height } = await photograph.metadata()
  const svg = `<svg width="${width}" height="${height}"><polygon points="${finger}" fill="#c68863"/></svg>`
  const covered = await photograph
    .composite([{ input: Buffer.from(svg) }])
    .jpeg()
    .toBuffer()
  expect(await redact(covered, { card: 'front' })).toMatchObject({
    verdict: 'refused',
    reason: 'card-number-not-found',
  })
})

test('what is no picture or PDF is refused', async () => {
  expect(await redact(Buffer.from('hello'))).toMatchObject({ verdict: 'refused', reason: 'unsupported-type' })
  expect(await redact(Buffer.from('%PDF-1.7 nonsense'))).toMatchObject({
    verdict: 'refused',
    reason: 'damaged',
  })
  expect(await redact(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]))).toMatchObject({
    verdict: 'refused',
    reason: 'damaged',
  })
})

test('nothing but pixels survives: no metadata', async () => {
  const described = await sharp(await blankSheet('#fff'))
    .withExif({ IFD0: { ImageDescription: 'SSN 123-45-6789' } })
    .jpeg()
    .toBuffer()
  expect(described.includes(behind)).toBe(true)
  const { output } = released(await redact(described))
  expect(Buffer.from(output).includes(behind)).toBe(false)
  expect((await sharp(output).metadata()).exif).toBeUndefined()
})

test('reports progress and stops when aborted', async () => {
  const card = await readFile(new URL('card-1005-plain-back.jpg', folder))
  const progress: unknown[] = []
  const stop = new AbortController()
  const work = redact(card, {
    card: 'back',
    signal: stop.signal,
    onProgress: (step) => {
      progress.push(step)
      stop.abort(new Error('enough'))
    },
  })
  await expect(work).rejects.toThrow('enough')
  expect(progress).toEqual([{ page: 1, pageCount: 1 }])
})

test.each([
  ['travel.jpg', { program: 'smartpay', line: 'travel', billing: 'individual' }],
  ['no-word.jpg', { program: 'smartpay', line: 'unknown', billing: 'unknown' }],
])('the kind of the government card on %s is all that is known of its number', async (file, card) => {
  const input = await readFile(new URL(`../test/cards/${file}`, import.meta.url))
  for (const side of ['front', undefined] as const) {
    const { pages } = released(await redact(input, { card: side }))
    expect(pages[0]?.card, `marked as ${side}`).toEqual(card)
    const words = pages[0]?.words.map(({ text }) => text).join('')
    expect(words, `marked as ${side}`).not.toMatch(/\d{5}/)
  }
})
