import { describe, expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import type { Finding } from '../finding.ts'
import { centre, isInside, sliceOf } from '../geometry/quad.ts'
import { findTextSecrets } from '../page/find-text-secrets.ts'
import type { Picture } from '../picture/picture.ts'
import type { Line, TextReader } from '../reader/text-reader.ts'
import { readAgain } from './second-reading.ts'

const whitePage = (): Picture => ({
  width: 600,
  height: 400,
  pixels: new Uint8Array(600 * 400 * 3).fill(255),
})

/** Reads these lines, one set for each reading; pages this small are not scaled. */
function readerOf(...readings: Line[][]): TextReader & { count: number } {
  return {
    count: 0,
    async read() {
      return readings[this.count++] ?? []
    },
  }
}

const check = { isWanted: () => true }
const nothing = { missed: [], uncertain: [] }
const title = lineAt('CERTIFICATE OF EXEMPTION', 20, 20)
const secret = lineAt('SSN: 219-09-9999', 20, 100)

describe('the second reading', () => {
  test('changes nothing on a page without more secrets', async () => {
    const reader = readerOf([])
    expect(await readAgain(reader, whitePage(), [title], [], check)).toMatchObject(nothing)
    expect(reader.count).toBe(1)
  })

  test('hides what the first reading missed, and reads once more', async () => {
    const page = whitePage()
    const reader = readerOf([secret], [])
    const { missed } = await readAgain(reader, page, [title], [], check)
    expect(missed.map(({ kind }) => kind)).toEqual(['ssn'])
    const middle = (110 * page.width + 100) * 3
    expect([page.pixels[middle], reader.count]).toEqual([0, 2])
  })

  test('hides digits of a comb that the first one did not take for a part of the number', async () => {
    const comb = lineAt('241', 164, 200)
    const [band] = findTextSecrets([lineAt('Card number 2079 6011 7792 3551', 68, 200)], {})
    if (!band) throw new Error('no card number')
    const { missed } = await readAgain(readerOf([comb], []), whitePage(), [title], [band], check)
    const xs = missed.flatMap(({ quad }) => quad.map(([x]) => x))
    expect(Math.min(...xs)).toBeLessThanOrEqual(164)
    expect(Math.max(...xs)).toBeLessThan(300)
  })

  test('leaves digits beside a hidden place that are a number to be kept', async () => {
    const number = lineAt('241', 164, 200)
    const [band] = findTextSecrets([lineAt('Card number 2079 6011 7792 3551', 68, 200)], {})
    if (!band) throw new Error('no card number')
    const isWanted = ({ quad }: Finding) => !isInside(quad, centre(number.quad))
    const read = readAgain(readerOf([number]), whitePage(), [title], [band], { isWanted })
    expect(await read).toMatchObject(nothing)
  })

  test('hides the digits that stay when more follow them', async () => {
    const number = lineAt('Card number 6304 2172 1002 2133', 20, 200)
    const rest = lineAt('321', 404, 200)
    const lines = [title, number, rest]
    const findings = findTextSecrets([number], {})
    expect(await readAgain(readerOf([number]), whitePage(), [title, number], findings, check)).toMatchObject(
      nothing,
    )
    const { missed } = await readAgain(readerOf([number, rest], []), whitePage(), lines, findings, check)
    const xs = missed[0]?.quad.map(([x]) => x) ?? []
    expect(Math.min(...xs)).toBeLessThan(344)
    expect(Math.max(...xs)).toBeGreaterThan(430)
  })

  test('finds a card number by itself, and keeps the date beside a code', async () => {
    const lone = lineAt('2412330924940306', 20, 300)
    const { missed } = await readAgain(readerOf([lone], []), whitePage(), [title], [], check)
    expect(missed[0]?.kind).toBe('card-number')
    const code = lineAt('Card 4147202011885531 exp 11/27 902', 20, 200)
    const findings = findTextSecrets([code], {})
    const date = lineAt('11/27', 332, 200)
    expect(await readAgain(readerOf([date]), whitePage(), [title, code], findings, check)).toMatchObject(
      nothing,
    )
  })

  test('does not take a phone number of which it missed a digit for another number', async () => {
    const phone = lineAt('202-555-0188', 20, 200)
    const part = { ...phone, text: '202-55-0188', glyphs: phone.glyphs.filter((_, i) => i !== 5) }
    expect(await readAgain(readerOf([part]), whitePage(), [title, phone], [], check)).toMatchObject(nothing)
    const { missed } = await readAgain(readerOf([part], []), whitePage(), [title], [], check)
    expect(missed.map(({ kind }) => kind)).toEqual(['ssn'])
  })

  describe('of a line whose own number is hidden', () => {
    const order = lineAt('Order 7781-220 of', 20, 130)
    const [number, alone] = [
      "The driver's license number is D7831571 for",
      "The driver's license number is",
    ].map((text) => lineAt(text, 20, 100)) as [Line, Line]
    const rest = [lineAt('is', 356, 100), lineAt('for', 500, 100)]

    test('does not take the text below for that number', async () => {
      const findings = findTextSecrets([title, number, order], {})
      expect(findings.map(({ kind }) => kind)).toEqual(['driver-license-number'])
      const found = await readAgain(
        readerOf([...rest, order]),
        whitePage(),
        [title, number, order],
        findings,
        check,
      )
      expect(found).toMatchObject(nothing)
    })

    test('takes the number below if the line had none', async () => {
      const { missed } = await readAgain(readerOf([order], []), whitePage(), [title, alone], [], check)
      expect(missed.map(({ kind }) => kind)).toEqual(['driver-license-number'])
    })

    test('still finds what is a secret by itself, or by another label', async () => {
      const findings = findTextSecrets([title, number], {})
      for (const text of ['219-09-9999', 'DL D7831572']) {
        const below = lineAt(text, 20, 130)
        const { missed } = await readAgain(
          readerOf([...rest, below], []),
          whitePage(),
          [title, number],
          findings,
          check,
        )
        expect(missed, text).toHaveLength(1)
      }
    })

    test('still finds more of it in the same row', async () => {
      const inPart = findTextSecrets([title, number], {}).map((one) => ({
        ...one,
        quad: sliceOf(one.quad, 0, 0.3),
      }))
      const again = lineAt('D7831571', 392, 102)
      const reader = readerOf([...rest, again], [])
      const { missed } = await readAgain(reader, whitePage(), [title, number], inPart, check)
      expect(missed.map(({ kind }) => kind)).toContain('driver-license-number')
    })
  })

  test('marks a secret that the last reading still finds as uncertain', async () => {
    const other = lineAt('Card number 4539 1488 0343 6467', 20, 200)
    const { missed, uncertain } = await readAgain(
      readerOf([secret], [other]),
      whitePage(),
      [title],
      [],
      check,
    )
    expect(missed).toHaveLength(2)
    expect(uncertain).toMatchObject([{ expected: 'card-number', reason: 'value-not-read' }])
  })

  test('ignores the last four digits that stay visible and what is already hidden', async () => {
    const findings = findTextSecrets([secret], {})
    const kept = {
      ...secret,
      text: 'CVV 9999',
      glyphs: [...lineAt('CVV ', 150, 100).glyphs, ...secret.glyphs.slice(-4)],
    }
    for (const again of [secret, kept]) {
      const found = await readAgain(readerOf([again]), whitePage(), [title, secret], findings, check)
      expect(found, again.text).toMatchObject(nothing)
    }
  })
})
