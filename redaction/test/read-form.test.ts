import { fingerprints } from '@exempta/knowledge/fingerprints'
import { forms } from '@exempta/knowledge/forms'
import type { FieldName } from '@exempta/knowledge/terms'
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { pdfiumRasteriser } from '../src/document/pdfium-rasteriser.ts'
import type { PageImage } from '../src/document/rasteriser.ts'
import { textLayerLines } from '../src/document/text-layer-lines.ts'
import { isMarkZone } from '../src/form/fill-zones.ts'
import { type PlaceForm, placeForm } from '../src/form/place-form.ts'
import { readDate } from '../src/form/read-date.ts'
import { readForm } from '../src/form/read-form.ts'
import { needsInk } from '../src/form/read-marks.ts'
import { settleFindings } from '../src/form/settle-findings.ts'
import { boundsOf, centre, coverQuads, isInside, mapQuad, mix, type Quad } from '../src/geometry/quad.ts'
import { paintQuads } from '../src/picture/paint-quads.ts'
import { redact } from '../src/redact.ts'
import { entriesOf, fillPdf } from './forms/fill-pdf.ts'
import { type MadeUpForm, madeUpForms } from './forms/made-up-forms.ts'
import { placeMadeUpForms } from './forms/place-made-up-forms.ts'
import { lineAt } from './line.ts'

const all = await madeUpForms()
const formOf = (code: string) => all.find(({ form }) => form.code === code) as MadeUpForm
let placeMadeUp: PlaceForm

beforeAll(async () => {
  placeMadeUp = await placeMadeUpForms()
})

type Values = Partial<Record<FieldName, string>>

const common = {
  purchaser: 'Resale Street Books',
  number: '12-345678',
  'signed-on': '5/4/2026',
  seller: 'Seller & Sons, Inc.',
} satisfies Values
const valuesOf: Record<string, Values> = {
  'xc-ex-7': { ...common, 'purchaser-address': '12 Elm St, Alder 97001', blanket: 'X', reason: 'charity' },
  'xj-resale': { ...common, business: 'Books and paper', items: 'Paperbacks' },
  'xs-88t': { ...common, 'ends-on': 'Dec 31, 2027', single: 'X', reason: 'tribal', items: 'Paper' },
  'xf-slip': { ...common, 'purchaser-address': '9 Oak Ave, Troy' },
}

async function filled(code: string, values: Values = valuesOf[code] as Values): Promise<Uint8Array> {
  const { form, blank } = formOf(code)
  return (await fillPdf(blank, entriesOf(form, values))).bytes
}

async function pageOf(bytes: Uint8Array, index = 0): Promise<PageImage> {
  const document = await pdfiumRasteriser.open(bytes)
  try {
    return await document.page(index)
  } finally {
    await document.close()
  }
}

/** As a scanner would send it, turned by some degrees. */
async function scanOf(bytes: Uint8Array, degrees: number): Promise<Uint8Array> {
  const { picture } = await pageOf(bytes)
  const { width, height, pixels } = picture
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .rotate(degrees, { background: '#fff' })
    .jpeg({ quality: 75 })
    .toBuffer()
}

async function read(bytes: Uint8Array) {
  const result = await redact(bytes, { ports: { placeForm: placeMadeUp } })
  if (result.verdict === 'refused') throw new Error(result.reason)
  const fields = result.pages.flatMap(({ reading }) => reading?.fields ?? [])
  return {
    pages: result.pages,
    codes: result.pages.map(({ reading }) => reading?.form?.code),
    values: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    fields,
  }
}

const days: Values = { 'signed-on': '2026-05-04', 'ends-on': '2027-12-31' }

/** What should be read: days as days, and marks as what they stand for. */
const expectedOf = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      days[name as FieldName] ?? (value === 'X' ? 'yes' : value),
    ]),
  )

test.each(Object.keys(valuesOf))('what is typed into %s is read, with nothing beside it', async (code) => {
  const { values, codes } = await read(await filled(code))
  expect(new Set(codes)).toEqual(new Set([code]))
  expect(values).toEqual(expectedOf(valuesOf[code] as Values))
})

test.each([1.5, 180, 90])('a scan turned by %s degrees is read like the page itself', async (degrees) => {
  const { values, codes } = await read(await scanOf(await filled('xc-ex-7'), degrees))
  expect(codes).toEqual(['xc-ex-7'])
  expect(values).toEqual(expectedOf(valuesOf['xc-ex-7'] as Values))
})

test('an empty form is recognized and has no values', async () => {
  const { codes, values } = await read(formOf('xc-ex-7').blank)
  expect([codes, values]).toEqual([['xc-ex-7'], {}])
})

test('every box, signature and secret of a shipped form was measured on its blank', () => {
  const unmeasured = fingerprints.flatMap(({ form: code, page, marks, edition }) =>
    (edition?.zones ?? forms.get(code)?.zones ?? [])
      .filter((zone) => zone.page === page && needsInk(zone))
      .filter((zone) => !marks.some(({ x, y }) => x === zone.x && y === zone.y))
      .map((zone) => `${code}, page ${page}: ${zone.field}`),
  )
  expect(unmeasured, 'run npm run forms:learn for these').toEqual([])
})

test('a page that is none of the known forms stays unknown, and is read by its labels without being sure', async () => {
  const result = await redact(await filled('xc-ex-7'))
  if (result.verdict === 'refused') throw new Error(result.reason)
  const [reading] = result.pages.map((page) => page.reading)
  expect(reading?.form).toBeUndefined()
  expect(reading?.fields.map(({ name, value, isSure }) => [name, value, isSure])).toEqual([
    ['seller', common.seller, false],
    ['purchaser', common.purchaser, false],
    ['number', common.number, false],
    ['purchaser-address', '12 Elm St, Alder 97001', false],
    ['signed-on', '2026-05-04', false],
    ['blanket', 'yes', false],
  ])
  expect(placeForm([])).toBeUndefined()
})

describe('knowing the form', () => {
  const kindsOn = ({ pages }: Awaited<ReturnType<typeof read>>) =>
    pages.flatMap(({ findings }) => findings.map(({ kind }) => kind))

  test('keeps the number that is claimed, though its label speaks of an account', async () => {
    const form = await read(await filled('xs-88t', { ...common, number: '1234567890' }))
    expect(kindsOn(form)).toEqual([])
    expect(form.values.number).toBe('1234567890')
    expect(form.pages[0]?.words.map(({ text }) => text)).toContain('1234567890')
  })

  test.each([
    ['10-807170398F-001', false, 'which has more digits than most, and a letter that no card has'],
    ['4539148803436467', true, 'which may be that of a card'],
    ['4S39I488O3436467', true, 'which may be that of a card, with letters for digits'],
    ['453914880343-6467', true, 'which is that of a card, in other groups'],
    ['4539148803436467-12', true, 'which is that of a card and more'],
    ['4539-1488-0343-6468', true, 'which may be that of a card, misread'],
    ['456-1021017224-04', false, 'which no card is grouped like'],
    ['l23-4S-6789', true, 'which is written as an SSN, with letters for digits'],
    ['lO-8071703', false, 'which has letters for digits'],
  ])('a bank account found at the claimed number %s is hidden: %s, %s', async (number, isHidden) => {
    const { characters, picture } = await pageOf(await filled('xs-88t', { ...common, number }))
    const lines = textLayerLines(characters ?? [])[1] ?? []
    const placed = placeMadeUp(lines)
    const line = lines.find(({ text }) => text.includes(number))
    if (!placed || !line) throw new Error('The form was not recognized.')
    const glyphs = line.glyphs.slice(line.text.indexOf(number)).slice(0, number.length)
    const quad = coverQuads(glyphs.map((glyph) => glyph.quad) as [Quad, ...Quad[]])
    const finding = { kind: 'bank-account', quad, confidence: 0.95, source: 'text' } as const
    expect(settleFindings(placed, lines, picture, {}).isHidden(finding)).toBe(isHidden)
  })

  test('asks about a number in the zone for it that its state doesn’t give, instead of hiding it', async () => {
    const number = 'Acct: 4412345678'
    const { characters, picture } = await pageOf(await filled('xs-88t', { ...common, number }))
    const lines = textLayerLines(characters ?? [])[1] ?? []
    const placed = placeMadeUp(lines)
    const line = lines.find(({ text }) => text.includes('4412345678'))
    if (!placed || !line) throw new Error('The form was not recognized.')
    const at = line.text.indexOf('4412345678')
    const glyphs = line.glyphs.slice(at, at + 10)
    const quad = coverQuads(glyphs.map((glyph) => glyph.quad) as [Quad, ...Quad[]])
    const settled = settleFindings(placed, lines, picture, {})
    const found = (kind: 'bank-account' | 'ssn') =>
      ({ kind, quad, confidence: 0.95, source: 'text' }) as const
    expect(settled.isHidden(found('bank-account'))).toBe(false)
    expect(settled.askedAs(found('bank-account'))).toBe('bank-account')
    expect(settled.isHidden(found('ssn')), 'no SSN has ten digits').toBe(false)
    expect(settled.askedAs(found('ssn'))).toBe('ssn')
  })

  test.each([
    ['a license number that looks like nothing', { 'driver-license': 'Q77' }, 'driver-license-number'],
    ['nine digits where an SSN belongs', { ssn: '431234567' }, 'ssn'],
  ] as const)('hides %s', async (_, values, kind) => {
    const form = await read(await filled('xs-88t', { ...common, ...values }))
    expect(kindsOn(form)).toContain(kind)
    const texts = form.pages.flatMap(({ words }) => words.map(({ text }) => text)).join(' ')
    expect(texts).not.toContain(Object.values(values)[0])
    expect(Object.keys(form.values)).not.toContain(Object.keys(values)[0])
  })

  test('hides an SSN that stands where the number belongs', async () => {
    const form = await read(await filled('xs-88t', { ...common, number: '219-09-9999' }))
    expect(kindsOn(form)).toContain('ssn')
    expect(form.values.number).toBeUndefined()
  })

  test('keeps an employer number where an SSN is allowed too', async () => {
    const form = await read(await filled('xs-88t', { ...common, ssn: '43-1234567' }))
    expect(kindsOn(form)).toEqual([])
  })
})

test('boxes that are all darker than on the blank are no sure marks', async () => {
  const image = await pageOf(await filled('xc-ex-7'))
  const placed = placeMadeUp(textLayerLines(image.characters ?? [])[1] ?? [])
  if (!placed) throw new Error('The form was not recognized.')
  const marksOn = async () => {
    const { fields } = await readForm(placed, [], image.picture, [])
    return fields
      .filter(({ name }) => name === 'blanket' || name === 'single')
      .map(({ name, isSure }) => [name, isSure])
  }
  expect(await marksOn()).toEqual([['blanket', true]])
  // The page lies so that the frame of each box falls into its zone.
  for (const { zone, quad } of placed.zones) {
    if (!isMarkZone(zone)) continue
    const { left, top, right, bottom } = boundsOf([quad])
    const frame = boxQuad(left, top, right - left, 0.14 * (bottom - top))
    paintQuads(image.picture, [frame])
  }
  expect(await marksOn()).toEqual(
    expect.arrayContaining([
      ['blanket', true],
      ['single', false],
    ]),
  )
})

test('the shadow of a fold is no sure mark in a box', async () => {
  const image = await pageOf(await filled('xc-ex-7'))
  const placed = placeMadeUp(textLayerLines(image.characters ?? [])[1] ?? [])
  const zone = placed?.zones.find((one) => one.zone.field === 'single')
  if (!placed || !zone) throw new Error('The form was not recognized.')
  const { top, bottom } = boundsOf([zone.quad])
  const shadow = boxQuad(0, top - 20, image.picture.width, (bottom - top) / 2 + 20)
  const shade = 150
  paintQuads(image.picture, [shadow], shade)
  const { fields } = await readForm(placed, [], image.picture, [])
  expect(fields.filter(({ name }) => name === 'single')).toMatchObject([{ isSure: false }])
})

test('a small cross in a box counts when it was read as a letter', async () => {
  const image = await pageOf(formOf('xc-ex-7').blank)
  const placed = placeMadeUp(textLayerLines(image.characters ?? [])[1] ?? [])
  const zone = placed?.zones.find((one) => one.zone.field === 'single')
  if (!placed || !zone) throw new Error('The form was not recognized.')
  const [x, y] = centre(zone.quad)
  const { left, top, right, bottom } = boundsOf([zone.quad])
  const side = Math.sqrt(0.03 * (right - left) * (bottom - top))
  paintQuads(image.picture, [boxQuad(x - side / 2, y - side / 2, side, side)])
  const marksOn = async (letter: string) => {
    const line = lineAt(letter, x - 6, y - 6)
    const { fields } = await readForm(placed, [line], image.picture, [])
    return fields.filter(({ name }) => name === 'single')
  }
  expect(await marksOn('X')).toMatchObject([{ isSure: true }])
  expect(await marksOn('D')).toEqual([])
  expect(await marksOn('xe')).toEqual([])
})

test('a line to write on is no signature, however wide it is', async () => {
  const image = await pageOf(await filled('xc-ex-7'))
  const placed = placeMadeUp(textLayerLines(image.characters ?? [])[1] ?? [])
  const zone = placed?.zones.find((one) => one.zone.field === 'signature')
  if (!placed || !zone) throw new Error('The form was not recognized.')
  const signatures = async () =>
    (await readForm(placed, [], image.picture, [])).fields.filter(({ name }) => name === 'signature')
  const { left, top, right, bottom } = boundsOf([zone.quad])
  const [width, height] = [right - left, bottom - top]
  paintQuads(image.picture, [boxQuad(left, top + 0.5 * height, width, 0.1 * height)])
  expect(await signatures()).toEqual([])
  const stroke = (i: number) =>
    boxQuad(left + (0.1 + i * 0.05) * width, top + 0.3 * height, 0.02 * width, 0.4 * height)
  paintQuads(
    image.picture,
    [0, 1, 2, 3, 4, 5, 6, 7].map((i) => stroke(i)),
  )
  expect(await signatures()).toMatchObject([{ isSure: true }])
})

test('a value asks for a look when more is written in it or beside it than was read', async () => {
  const image = await pageOf(await filled('xc-ex-7'))
  const lines = textLayerLines(image.characters ?? [])[1] ?? []
  const placed = placeMadeUp(lines)
  if (!placed) throw new Error('The form was not recognized.')
  const purchaserIn = async (read: typeof lines) =>
    (await readForm(placed, read, image.picture, [])).fields.find(({ name }) => name === 'purchaser')
  expect(await purchaserIn(lines)).toMatchObject({ value: 'Resale Street Books', isSure: true })
  const cut = lines.map((line) => {
    const length = line.text.endsWith('Street Books') ? line.glyphs.length - 4 : line.glyphs.length
    return { ...line, glyphs: line.glyphs.slice(0, length), text: line.text.slice(0, length) }
  })
  expect(await purchaserIn(cut)).toMatchObject({ value: 'Resale Street B', isSure: false })
  const gone = 'Street '
  const withGap = lines.map((line) => {
    const at = line.text.indexOf(gone)
    const isGone = (i: number) => at >= 0 && i >= at && i < at + gone.length
    const glyphs = line.glyphs.filter((_, i) => !isGone(i))
    return { ...line, glyphs, text: glyphs.map(({ text }) => text).join('') }
  })
  expect(await purchaserIn(withGap)).toMatchObject({ value: 'Resale Books', isSure: false })
})

test('a value is sure only when a second reading says the same, or when the file itself holds it', async () => {
  const image = await pageOf(await filled('xc-ex-7'))
  const lines = textLayerLines(image.characters ?? [])[1] ?? []
  const placed = placeMadeUp(lines)
  if (!placed) throw new Error('The form was not recognized.')
  const asked: number[] = []
  const sureOnes = async (secondText: (text: string) => string, isHeld: boolean) => {
    const readPlaces = async (places: readonly Quad[]) => {
      asked.push(places.length)
      return places.map((place) => {
        const under = lines.filter(({ quad }) => isInside(place, centre(quad)))
        return lineAt(secondText(under.map(({ text }) => text).join('')), 0, 0)
      })
    }
    const second = { readPlaces, isHeld: () => isHeld }
    const { fields } = await readForm(placed, lines, image.picture, [], { second, today: '2026-11-18' })
    return fields.filter(({ isSure }) => isSure).map(({ name }) => name)
  }
  const all = await sureOnes((text) => text, true)
  expect(all).toContain('purchaser')
  expect(asked).toEqual([0])
  expect(await sureOnes((text) => text.toUpperCase().replace('O', '0'), false)).toEqual(all)
  const withoutPurchaser = all.filter((name) => name !== 'purchaser')
  expect(await sureOnes((text) => text.replace('Street', 'Streets'), false)).toEqual(withoutPurchaser)
})

test('an impossible day is read again and is not sure', async () => {
  const image = await pageOf(await filled('xc-ex-7'))
  const lines = textLayerLines(image.characters ?? [])[1] ?? []
  const placed = placeMadeUp(lines)
  if (!placed) throw new Error('The form was not recognized.')
  const dayOf = async (change: (text: string) => string, again: string) => {
    const changed = lines.map((line) => {
      const text = change(line.text)
      return { ...line, text, glyphs: line.glyphs.map((glyph, i) => ({ ...glyph, text: text[i] ?? '' })) }
    })
    const readPlaces = async (places: readonly Quad[]) => places.map(() => lineAt(again, 0, 0))
    const { fields } = await readForm(placed, changed, image.picture, [], {
      second: { readPlaces, isHeld: () => false },
      today: '2026-11-18',
    })
    return fields.find(({ name }) => name === 'signed-on')
  }
  const day = (await readForm(placed, lines, image.picture, [])).fields.find(
    ({ name }) => name === 'signed-on',
  )
  if (!day) throw new Error('No day was read.')
  const impossible = (text: string) => text.replace(/(?<=\d\/)\d+(?=\/\d)/, '0')
  expect(await dayOf(impossible, '02/03/2024')).toMatchObject({ value: '2024-02-03', isSure: false })
  expect(await dayOf(impossible, '99/03/2024')).toBeUndefined()
  expect(await dayOf((text) => text, '02/03/2024')).toMatchObject({ value: day.value, isSure: false })
})

test('no value that is read touches a hidden area, wherever something is hidden', async () => {
  const image = await pageOf(await filled('xc-ex-7'))
  const lines = textLayerLines(image.characters ?? [])[1] ?? []
  const placed = placeMadeUp(lines)
  if (!placed) throw new Error('The form was not recognized.')
  const { width, height } = image.picture
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const turn = fc.double({ min: -0.3, max: 0.3, noNaN: true })
  const area = fc
    .tuple(share, share, share, share, turn)
    .map(([x, y, w, h, angle]) =>
      turned(boxQuad(x * width, y * height, w * 0.3 * width, h * 0.1 * height), angle),
    )
  // Not by the engine's own check: points all over the one are looked for in the other.
  const holds = (one: Quad, other: Quad) =>
    spread.some((down) =>
      spread.some((along) =>
        isInside(one, mix(mix(other[0], other[1], along), mix(other[3], other[2], along), down)),
      ),
    )
  const touches = (one: Quad, other: Quad) => holds(one, other) || holds(other, one)
  await fc.assert(
    fc.asyncProperty(fc.array(area, { minLength: 1, maxLength: 6 }), async (hidden) => {
      const { fields } = await readForm(placed, lines, image.picture, hidden)
      return fields.every(({ quad }) => !hidden.some((one) => touches(one, quad)))
    }),
    { numRuns: process.env.GOLDEN_PAGES === 'all' ? 10_000 : 200 },
  )
})

test('a value is read beside an area that is hidden aslant, and not below it', async () => {
  const image = await pageOf(await filled('xc-ex-7'))
  const lines = textLayerLines(image.characters ?? [])[1] ?? []
  const placed = placeMadeUp(lines)
  const zone = placed?.zones.find((one) => one.zone.field === 'purchaser')
  if (!placed || !zone) throw new Error('The form was not recognized.')
  const { left, right, bottom } = boundsOf([zone.quad])
  // Up to the right, along the lower edge of the value and on beside it.
  const aslant = (lower: number): Quad => {
    const [from, to] = [left - 300, right]
    const at = (x: number) => bottom + lower + (x - left) / 10
    return [
      [from, at(from)],
      [to, at(to)],
      [to, at(to) + 40],
      [from, at(from) + 40],
    ]
  }
  const isRead = async (hidden: Quad) =>
    (await readForm(placed, lines, image.picture, [hidden])).fields.some(({ name }) => name === 'purchaser')
  expect(await isRead(aslant(1))).toBe(true)
  expect(await isRead(aslant(-60))).toBe(false)
})

const spread = [0.01, 0.25, 0.5, 0.75, 0.99]

function turned(quad: Quad, angle: number): Quad {
  const [middleX, middleY] = centre(quad)
  return mapQuad(quad, ([x, y]) => [
    middleX + (x - middleX) * Math.cos(angle) - (y - middleY) * Math.sin(angle),
    middleY + (x - middleX) * Math.sin(angle) + (y - middleY) * Math.cos(angle),
  ])
}

function boxQuad(left: number, top: number, width: number, height: number): Quad {
  const [right, bottom] = [left + width + 1, top + height + 1]
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

test.each([
  ['5/4/2026', '2026-05-04'],
  ['05-04-26', '2026-05-04'],
  ['5 / 4 / 2026', '2026-05-04'],
  ['May 4, 2026', '2026-05-04'],
  ['MAY 4th 2026', '2026-05-04'],
  ['4 May 2026', '2026-05-04'],
  ['2026-05-04', '2026-05-04'],
  ['05 04 2026', '2026-05-04'],
  ['05 | 04 l 26', '2026-05-04'],
  ['05104/2026', '2026-05-04'],
  ['0 5 0 4 2 0 2 6', '2026-05-04'],
  ['12 Elm 05 04 2026', undefined],
  ['99 99 2026', undefined],
  ['2/30/2026', undefined],
  ['13/1/2026', undefined],
  ['May 2026', undefined],
  ['1/1/1776', undefined],
])('the day in %s is %s', (text, day) => {
  expect(readDate(text)).toBe(day)
})
