/** Compares the places of the forms with the lines that their blanks print. The blanks aren't part of the project. */
import type { Zone } from '@exempta/knowledge/schema'
import { describe, expect, test } from 'vitest'
import { blankOf, blankPage, hasRealForms, knownCodes } from '../corpus/forms/blanks.ts'
import { boxIn } from '../corpus/forms/find-spots.ts'
import { PrintedPage } from '../corpus/forms/printed-places.ts'
import { isMarkZone } from '../src/form/fill-zones.ts'

/** In points. */
const most = { cutOff: 6, offLine: 4, offBox: 2.5, cell: 2.5 }
/** A place of this height has room for several lines. */
const tall = 26

/** What the lines alone don't tell: rows with shaded cells, values on several lines, and lines that are no edges of cells. */
const byEye = [
  /^ut-tc-721 /,
  /^sst-f0003 (?:number|signature)/,
  /^md-suggested seller$/,
  /^vt-s-3 (?:signature|signed-on)$/,
  /^co-dr-5002 (?:purchaser|number)$/,
  /^(?:ca-cdtfa-230 business|ky-51a105 items|pa-rev-1220 items)$/,
  /^(?:mn-st3|wi-s-211) driver-license$/,
  /^(?:ks-st-28a number|ne-form-13 number|tx-01-339 number|mo-149 purchaser-address)$/,
]

describe.skipIf(!hasRealForms)('with the blanks of the states', () => {
  test('no place cuts off the line it stands on, and boxes are where they are printed', async () => {
    const wrong: string[] = []
    for (const code of await knownCodes()) {
      const blank = await blankOf(code)
      for (const number of new Set(blank.form.zones.map(({ page }) => page))) {
        const page = await blankPage(blank, number)
        const printed = new PrintedPage(page)
        for (const zone of blank.form.zones.filter((one) => one.page === number)) {
          const name = `${code} ${zone.field}`
          if (byEye.some((one) => one.test(name))) continue
          const said = isMarkZone(zone)
            ? offBox(printed, boxIn(page, zone), zone)
            : offLine(printed, zone, blank.form.zones)
          if (said) wrong.push(`${name}${zone.value ? ` (${zone.value})` : ''}: ${said}`)
        }
      }
    }
    expect(wrong).toEqual([])
  }, 600_000)

  test('the cells of Missouri’s numbers are as many as the dividers leave, all of one width', async () => {
    const blank = await blankOf('mo-149')
    const printed = new PrintedPage(await blankPage(blank, 1))
    const cells = (['number', 'ssn'] as const).map((field) => {
      const at = printed.dividersIn(blank.form.zones.find((zone) => zone.field === field) as Zone)
      const gaps = at.slice(1).map((x, i) => x - (at[i] as number))
      expect(Math.max(...gaps) - Math.min(...gaps), field).toBeLessThan(most.cell)
      return gaps.length + 2
    })
    expect(cells).toEqual([8, 9])
  }, 60_000)
})

function offBox(printed: PrintedPage, box: Zone, zone: Zone): string | undefined {
  const [one, other] = [printed.boundsOf(box), printed.boundsOf(zone)]
  const off = Math.max(
    Math.abs(one.left + one.right - other.left - other.right) / 2,
    Math.abs(one.top + one.bottom - other.top - other.bottom) / 2,
  )
  return off > most.offBox ? `${off.toFixed(1)} points beside its box` : undefined
}

function offLine(printed: PrintedPage, zone: Zone, zones: readonly Zone[]): string | undefined {
  const [place, own] = [printed.placeOf(zone, zones), printed.boundsOf(zone)]
  if (!place) return undefined
  if (own.left - place.left > most.cutOff)
    return `cut off by ${(own.left - place.left).toFixed(1)} points on the left`
  if (place.right - own.right > most.cutOff)
    return `cut off by ${(place.right - own.right).toFixed(1)} points on the right`
  if (own.bottom - own.top > tall) return undefined
  const below = own.bottom - place.bottom
  return Math.abs(below) > most.offLine ? `${below.toFixed(1)} points below its line` : undefined
}
