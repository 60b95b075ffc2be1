import sharp from 'sharp'
import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import { mapQuad, type Quad } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import { withBlanks } from './word-gaps.ts'

const strokes = (x: number) => `<path d="M${x} 24h2v12h-2z m8 0h2v12h-2z M${x} 29h10v2h-10z"/>`

/** Three strokes for each letter, but for those drawn otherwise; blanks are gaps. */
async function pictureOf(
  text: string,
  drawn: (letter: string, x: number) => string | false = () => false,
  more = '',
): Promise<Picture> {
  const blocks = [...text]
    .map((letter, i) => (letter === ' ' ? '' : drawn(letter, 12 * i + 1) || strokes(12 * i + 1)))
    .concat(more)
    .join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="60"><rect width="400" height="60" fill="#fff"/>${blocks}</svg>`
  const pixels = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()
  return { width: 400, height: 60, pixels }
}

/** The line as a reader gives it that missed the blanks. */
function withoutBlanks(text: string) {
  const line = lineAt(text, 0, 20)
  const glyphs = line.glyphs.filter((glyph) => glyph.text !== ' ')
  return { ...line, glyphs, text: glyphs.map((glyph) => glyph.text).join('') }
}

test.each(['I hold a valid permit', 'Sales and Use Tax', 'certificate'])(
  'blanks of "%s" come back where the picture shows them',
  async (text) => {
    expect(withBlanks(await pictureOf(text), withoutBlanks(text)).text).toBe(text)
  },
)

test('a line that was read with its blanks stays as it is', async () => {
  const line = lineAt('Sales and Use Tax', 0, 20)
  expect(withBlanks(await pictureOf('Sales and Use Tax'), line).text).toBe('Sales and Use Tax')
})

test('a gap that is much narrower than a blank that was read tears no word', async () => {
  // As a typewriter sets a narrow letter: on a place as wide as all others.
  const text = 'Greenfelder men'
  const picture = await pictureOf(text, (letter, x) => letter === 'l' && `<path d="M${x + 4} 24h2v12h-2z"/>`)
  expect(withBlanks(picture, lineAt(text, 0, 20)).text).toBe(text)
})

test('narrow letters of a typewriter, which stand far from each other, tear no word', async () => {
  const text = 'retailers'
  const typed = (letter: string, x: number) =>
    /[il]/.test(letter)
      ? `<path d="M${x + 3} 24h2v12h-2z"/>`
      : `<path d="M${x} 24h2v12h-2z m6 0h2v12h-2z M${x} 27h8v2h-8z"/>`
  expect(withBlanks(await pictureOf(text, typed), lineAt(text, 0, 20)).text).toBe(text)
})

test('a shadow over a part of a line tears no word', async () => {
  const text = 'Greenfelder and Hill'
  const shadow = '<rect width="80" height="60" opacity="0.4"/>'
  const picture = await pictureOf(text, undefined, shadow)
  expect(withBlanks(picture, lineAt(text, 0, 20)).text).toBe(text)
})

test('a lost blank between narrow letters of print comes back', async () => {
  const text = 'Downtown Grill Inc'
  const widthOf = (letter: string) => (letter === ' ' ? 6 : /[Iilrt]/.test(letter) ? 5 : 12)
  let x = 1
  const places = [...text].map((letter) => {
    const left = x
    x += widthOf(letter)
    return { letter, left }
  })
  const drawn = places
    .filter(({ letter }) => letter !== ' ')
    .map(({ letter, left }) =>
      widthOf(letter) === 5 ? `<path d="M${left + 1} 24h2v12h-2z"/>` : strokes(left),
    )
  const line = lineAt(text, 0, 20)
  const [top, bottom] = [20, 40]
  const glyphs = line.glyphs
    .map((glyph, i) => {
      const { letter, left } = places[i] as (typeof places)[number]
      const right = left + widthOf(letter)
      return {
        ...glyph,
        quad: [
          [left, top],
          [right, top],
          [right, bottom],
          [left, bottom],
        ] as Quad,
      }
    })
    .filter((glyph) => glyph.text !== ' ')
  const quad: Quad = [
    [0, top],
    [x, top],
    [x, bottom],
    [0, bottom],
  ]
  const read = { ...line, glyphs, quad, text: glyphs.map((glyph) => glyph.text).join('') }
  expect(withBlanks(await pictureOf('', undefined, drawn.join('')), read).text).toBe(text)
})

test('a letter with a late position is not separated by the space after it', async () => {
  const text = 'Greenwood men'
  const line = lineAt(text, 0, 20)
  const late = text.indexOf(' ') - 1
  const glyphs = line.glyphs.map((glyph, i) =>
    i === late ? { ...glyph, quad: mapQuad(glyph.quad, ([x, y]) => [x + 17, y]) } : glyph,
  )
  expect(withBlanks(await pictureOf(text), { ...line, glyphs }).text).toBe(text)
})

test('groups of digits come apart at gaps that are twice the usual one', async () => {
  const text = '4222 3333 2222 3333'
  const thin = (_: string, x: number) => `<path d="M${x + 4} 24h3v12h-3z"/>`
  expect(withBlanks(await pictureOf(text, thin), withoutBlanks(text)).text).toBe(text)
})

test('a line to write on that slants out of the text tears no word', async () => {
  const text = 'Greenfielders'
  const apart = (_: string, x: number) => `<path d="M${x} 24h2v12h-2z m6 0h2v12h-2z M${x} 27h8v2h-8z"/>`
  const picture = await pictureOf(text, apart, '<path d="M0 31l120 5v2l-120 -5z"/>')
  expect(withBlanks(picture, lineAt(text, 0, 20)).text).toBe(text)
})

test('the arms of a T, which are above the band that is looked at, do not tear a word', async () => {
  const stems = [1, 14, 26, 38, 50, 62]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="60"><rect width="100" height="60" fill="#fff"/>${stems
    .map((x, i) =>
      i === 0
        ? `<path d="M${x} 20h12v2h-12z m5 0h2v16h-2z"/>`
        : `<path d="M${x} 24h2v12h-2z m8 0h2v12h-2z M${x} 29h10v2h-10z"/>`,
    )
    .join('')}</svg>`
  const pixels = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()
  const line = lineAt('Tamara', 0, 20)
  expect(withBlanks({ width: 100, height: 60, pixels }, line).text).toBe('Tamara')
})
