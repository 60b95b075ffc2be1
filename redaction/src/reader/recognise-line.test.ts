import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Sheet } from '../../corpus/sheet.ts'
import type { Quad } from '../geometry/quad.ts'
import { type Care, lineOf, recogniseLine } from './recognise-line.ts'
import { ownNetwork, recognitionNetworks } from './sessions.ts'

const networks = await recognitionNetworks()

/** What is read of drawn print, and whether PP-OCR was asked. */
async function readText(text: string, care: Care, ink = '#111') {
  const [width, height] = [480, 48]
  const sheet = new Sheet(width, height)
  sheet.rect(0, 0, width, height, 'fill="#fff"')
  sheet.text(text, 12, 36, { font: 'gothic', size: 30, fill: ink })
  const pixels = await sharp(sheet.toSvg()).removeAlpha().toColourspace('srgb').raw().toBuffer()
  const quad: Quad = [
    [0, 4],
    [width, 4],
    [width, height],
    [0, height],
  ]
  let isFormerAsked = false
  const former = new Proxy(networks.former, {
    get(session, name) {
      if (name === 'run') isFormerAsked = true
      const member: unknown = Reflect.get(session, name)
      return typeof member === 'function' ? member.bind(session) : member
    },
  })
  const steps = await recogniseLine({ ...networks, former }, { width, height, pixels }, quad, care)
  return { text: lineOf(steps, quad).text.trim(), isFormerAsked }
}

test.each<{ text: string; care: Care; isFormerAsked: boolean }>([
  { text: 'Name of purchaser', care: 'quick', isFormerAsked: false },
  { text: 'Name of purchaser', care: 'numbers', isFormerAsked: false },
  { text: 'Account 482 1193', care: 'quick', isFormerAsked: false },
  { text: 'Account 482 1193', care: 'numbers', isFormerAsked: true },
  { text: 'Name of purchaser', care: 'former', isFormerAsked: true },
])(
  'reading “$text” with the care “$care” asks PP-OCR: $isFormerAsked',
  async ({ text, care, isFormerAsked }) => {
    const read = await readText(text, care)
    expect({ ...read, text: read.text.replaceAll(' ', '') }).toEqual({
      text: text.replaceAll(' ', ''),
      isFormerAsked,
    })
  },
)

test('PP-OCR reads what our network is not sure of', async () => {
  const { isFormerAsked } = await readText('Name of purchaser', 'quick', '#fbfbfb')
  expect(isFormerAsked).toBe(true)
})

test('the network is the one whose training is written down', () => {
  const checksum = createHash('sha256').update(readFileSync(ownNetwork)).digest('hex')
  const training = readFileSync(new URL('../../training/README.md', import.meta.url), 'utf8')
  expect(training).toContain(checksum)
})
