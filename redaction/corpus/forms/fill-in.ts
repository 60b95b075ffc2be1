/** Decides what a person writes into the zones of a form. */
import type { Form, Zone } from '@exempta/knowledge/schema'
import type { FieldName } from '@exempta/knowledge/terms'
import type { Entry } from '../../test/forms/fill-pdf.ts'
import type { Random } from '../random.ts'
import type { Spot } from './find-spots.ts'
import {
  address,
  businessName,
  driverLicense,
  employerNumber,
  exemptionNumber,
  itemsBought,
  jobTitle,
  personName,
  randomDay,
  socialSecurityNumber,
  trade,
  waysToWrite,
} from './values.ts'

export interface FilledEntry extends Entry {
  /** What a reader should make of it: dates as ISO days, marks as `yes` or as what their box stands for. */
  value: string
  /** The state that gave a number, where the form says so. */
  state?: string
  /** Must be hidden: license numbers and Social Security numbers. */
  isSecret?: boolean
  /** Parts of one value that are written beside each other, as in a row of boxes, share this number. */
  group?: number
}

/** The blank form, as far as someone who fills it in looks at it. */
export interface BlankPaper {
  /** The free parts of a zone, from left to right. */
  spotsIn(zone: Zone): Spot[]
  /** Whether a text can be written there without being cut off. */
  fits(spot: Spot, text: string): boolean
  /** The printed box of a zone to be marked. */
  boxIn(zone: Zone): Zone
}

const widestTick = 0.05
const tries = 20
const emptyChance: Partial<Record<FieldName, number>> = {
  purchaser: 0.03,
  number: 0.05,
  seller: 0.06,
  'signed-on': 0.06,
  signature: 0.12,
}
const otherEmptyChance = 0.15
const isStateCode = (text?: string) => text !== undefined && /^[A-Z]{2}$/.test(text)
/** Cells hold letters and digits alone. */
const inCells = ({ cells }: Spot, text: string) => (cells ? text.replace(/[^\p{L}\p{N}]/gu, '') : text)
const isTick = ({ field, width }: Zone) =>
  ['single', 'blanket', 'reason'].includes(field) && width < widestTick

/** The same random numbers give the same entries. */
export function fillIn(random: Random, form: Form, paper: BlankPaper): FilledEntry[] {
  const entries: FilledEntry[] = []
  const zonesOf = (field: FieldName) => form.zones.filter((zone) => zone.field === field)
  const isLeftEmpty = (field: FieldName) => random.chance(emptyChance[field] ?? otherEmptyChance)
  const state = form.states.length === 1 ? form.states[0] : undefined

  /** Writes a made-up text that fits; without one the zone stays empty. */
  const write = (zone: Zone | undefined, make: () => string, more: Partial<FilledEntry> = {}) => {
    const spots = zone ? paper.spotsIn(zone) : []
    for (let i = 0; spots.length > 0 && i < tries; i++) {
      const made = make()
      const spot = spots.find((one) => paper.fits(one, inCells(one, made)))
      if (!spot) continue
      const text = inCells(spot, made)
      const entry: FilledEntry = { ...spot, kind: 'text', text, value: text, ...more }
      entries.push(entry)
      return entry
    }
    return undefined
  }
  /** Writes parts of a value into the free parts of a zone, one into each, if there are so many. */
  const writeParts = (
    zone: Zone,
    parts: readonly string[],
    value: string,
    more: Partial<FilledEntry> = {},
  ) => {
    const spots = paper.spotsIn(zone)
    if (spots.length !== parts.length) return false
    if (!spots.every((spot, i) => paper.fits(spot, parts[i] as string))) return false
    const group = entries.length
    for (const [i, spot] of spots.entries())
      entries.push({ ...spot, kind: 'text', text: parts[i] as string, value, group, ...more })
    return true
  }
  const mark = (zone: Zone | undefined) => {
    if (zone) entries.push({ zone: paper.boxIn(zone), kind: 'tick', text: 'X', value: zone.value ?? 'yes' })
  }
  const writeDay = (field: FieldName, years: [number, number]) => {
    const [zone] = zonesOf(field)
    if (!zone || isLeftEmpty(field)) return
    const day = randomDay(random, ...years)
    const [year = '', month = '', date = ''] = day.split('-')
    if (writeParts(zone, [month, date, year], day)) return
    write(zone, () => random.pick(waysToWrite(day)), { value: day })
  }
  const writePlain = (field: FieldName, make: () => string) => {
    const [zone] = zonesOf(field)
    if (zone && !isLeftEmpty(field)) write(zone, make)
  }
  const writeAddress = (field: FieldName) => {
    const [first, second] = zonesOf(field).toSorted((a, b) => a.y - b.y || a.x - b.x)
    if (!first || isLeftEmpty(field)) return
    const [street, city] = address(random, random.chance(0.7) ? state : undefined)
    const [, town = '', code = '', zip = ''] = /^(.*) ([A-Z]{2}) (\d{5})$/.exec(city) ?? []
    const whole = `${street}, ${city}`
    const splits = [
      [street, town, code, zip],
      [street, town, `${code} ${zip}`],
      [street, city],
    ]
    if (!second && splits.some((parts) => writeParts(first, parts, whole))) return
    if (!second && write(first, () => whole)) return
    write(first, () => street)
    if (second && !writeParts(second, [town, code, zip], city)) write(second, () => city)
  }

  writePlain('purchaser', () => businessName(random))
  const purchaser = entries[0]?.value
  writePlain('seller', () => {
    const name = businessName(random)
    return name === purchaser ? 'Summit Wholesale' : name
  })
  writeAddress('purchaser-address')
  writeAddress('seller-address')
  writePlain('business', () => trade(random))
  writePlain('items', () => itemsBought(random))

  const reason = fillReason()
  fillNumbers(reason)
  fillKind()
  writePlain('signer', () => personName(random))
  writePlain('title', () => jobTitle(random))
  writeDay('signed-on', [2024, 2026])
  const [signature] = zonesOf('signature')
  if (signature && !isLeftEmpty('signature'))
    entries.push({ zone: signature, kind: 'signature', text: personName(random), value: 'yes' })
  return entries

  function fillReason(): Zone | undefined {
    const boxes = zonesOf('reason').filter(isTick)
    const written = zonesOf('reason').filter((zone) => !isTick(zone) && zone.value === undefined)
    for (const zone of written)
      write(zone, () => random.pick(['Resale', 'Purchased for resale', 'Church use', 'School supplies']))
    const valued = boxes.filter(({ value }) => value !== undefined)
    const resale = valued.find(({ value }) => value === 'resale')
    const chosen = resale && random.chance(0.5) ? resale : valued.length > 0 ? random.pick(valued) : undefined
    if (!chosen || random.chance(0.06)) return undefined
    mark(chosen)
    return chosen
  }

  /** One number as a rule; forms for many states have a line for each, or pairs of state and number. */
  function fillNumbers(reason: Zone | undefined) {
    const numbers = zonesOf('number')
    const stateZones = zonesOf('number-state')
    const perState = numbers.filter(({ value }) => isStateCode(value))
    const plain = numbers.filter(({ value }) => value === undefined)
    if (perState.length > 0) {
      const count = random.int(1, Math.min(6, perState.length))
      for (const zone of pickSome(perState, count)) writeNumber(zone, zone.value as string, true)
    } else if (stateZones.length > 1 && stateZones.length === plain.length) {
      const count = random.int(1, Math.min(4, plain.length))
      const others = pickSome(['CT', 'NY', 'MA', 'FL', 'TX', 'NJ', 'PA', 'OH'], count)
      for (const [i, other] of others.entries()) {
        write(stateZones[i], () => other)
        writeNumber(plain[i] as Zone, other, true)
      }
    } else if (!isLeftEmpty('number')) fillOneNumber(reason, numbers, plain, stateZones[0])
    fillPersonalNumbers()
  }

  function fillOneNumber(
    reason: Zone | undefined,
    numbers: readonly Zone[],
    plain: readonly Zone[],
    stateZone: Zone | undefined,
  ) {
    // A number belongs to the reason on its line, where a form asks for several.
    const beside = (zone: Zone) => (reason ? Math.abs(zone.y - reason.y) : zone.y)
    const named = numbers.find(({ value }) => value !== undefined && value === reason?.value)
    const foreign = numbers.find(({ value }) => value === 'other state')
    const isForeign = foreign && (reason?.value === 'out-of-state' || random.chance(0.15))
    const main = isForeign ? foreign : (named ?? plain.toSorted((a, b) => beside(a) - beside(b))[0])
    const issuer = isForeign || !state ? random.pick(['NY', 'OH', 'TX', 'FL', 'PA']) : state
    const isStateWritten = stateZone && (isForeign || !foreign) && random.chance(0.8)
    if (main) writeNumber(main, issuer, Boolean(isStateWritten))
    if (main && isStateWritten) write(stateZone, () => issuer)
    const ein = numbers.find(({ value }) => value === 'EIN')
    if (ein && random.chance(main ? 0.3 : 0.9)) write(ein, () => employerNumber(random))
  }

  function writeNumber(zone: Zone, issuer: string, isNamed: boolean) {
    const more = isNamed ? { state: issuer } : {}
    const number = exemptionNumber(random, issuer)
    const parts = number.split('-')
    if (parts.length > 1 && writeParts(zone, parts, number, more)) return
    write(zone, () => exemptionNumber(random, issuer), more)
  }

  function fillPersonalNumbers() {
    const [license] = zonesOf('driver-license')
    if (license && random.chance(0.5)) write(license, () => driverLicense(random), { isSecret: true })
    const [ssn] = zonesOf('ssn')
    if (ssn && random.chance(0.8)) {
      const isPerson = random.chance(0.7)
      write(ssn, () => (isPerson ? socialSecurityNumber(random) : employerNumber(random)), {
        isSecret: isPerson,
      })
    }
  }

  /** For one purchase, or for all that follow; some forms say from when and until when. */
  function fillKind() {
    const [single] = zonesOf('single').filter(isTick)
    const blankets = zonesOf('blanket').filter(isTick)
    const blanket = blankets.length > 0 ? random.pick(blankets) : undefined
    const isBlanket = blanket ? random.chance(0.6) : false
    if (isBlanket) mark(blanket)
    else if (random.chance(blanket ? 0.85 : 0.4)) mark(single)
    if (isBlanket || !blanket) {
      writeDay('period-from', [2024, 2025])
      writeDay('ends-on', [2026, 2029])
    }
  }

  function pickSome<Item>(items: readonly Item[], count: number): Item[] {
    const left = [...items]
    const picked = new Set<Item>()
    while (picked.size < count && left.length > 0)
      picked.add(left.splice(random.int(0, left.length - 1), 1)[0] as Item)
    return items.filter((item) => picked.has(item))
  }
}
