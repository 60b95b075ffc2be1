/** Where a blank prints the place of a zone: the line it's written on, the edges of its cell, and its box. */
import type { Zone } from '@exempta/knowledge/schema'
import { isMarkZone } from '../../src/form/fill-zones.ts'
import type { BlankPage } from './blanks.ts'

interface Rule {
  from: number
  to: number
  at: number
}

export interface Lines {
  /** Across the page, in points from its top left corner. */
  level: Rule[]
  /** Down the page. */
  upright: Rule[]
}

const darkBelow = 170
/** All in points. */
const rule = { level: 22, upright: 7, thickest: 3.5, gap: 1.2 }
const band = { top: 8, bottom: 2 }
const edge = 1
const height = { least: 8, most: 17 }

export class PrintedPage {
  readonly lines: Lines
  readonly #page: BlankPage
  readonly #scale: number

  constructor(page: BlankPage) {
    this.#page = page
    this.#scale = page.picture.height / page.height
    this.lines = { level: this.#rules(true), upright: this.#rules(false) }
  }

  #isDark(x: number, y: number): boolean {
    const { width, height, pixels } = this.#page.picture
    return x >= 0 && y >= 0 && x < width && y < height && (pixels[(y * width + x) * 3] as number) < darkBelow
  }

  #rules(isLevel: boolean): Rule[] {
    const { width, height } = this.#page.picture
    const [across, along] = isLevel ? [height, width] : [width, height]
    const shortest = (isLevel ? rule.level : rule.upright) * this.#scale
    const open: { from: number; to: number; start: number; end: number }[] = []
    for (let at = 0; at < across; at++)
      for (const run of this.#runs(at, along, isLevel, shortest)) {
        const same = open.find(
          (one) =>
            one.end >= at - 2 &&
            Math.min(one.to, run.to) - Math.max(one.from, run.from) > 0.6 * (run.to - run.from),
        )
        if (same)
          Object.assign(same, { from: Math.min(same.from, run.from), to: Math.max(same.to, run.to), end: at })
        else open.push({ ...run, start: at, end: at })
      }
    return open
      .filter(({ start, end }) => end - start < rule.thickest * this.#scale)
      .map(({ from, to, start, end }) => ({
        from: from / this.#scale,
        to: to / this.#scale,
        at: (start + end) / 2 / this.#scale,
      }))
  }

  #runs(at: number, along: number, isLevel: boolean, shortest: number) {
    const found: { from: number; to: number }[] = []
    let [from, last] = [-1, -1]
    const gap = (isLevel ? rule.gap : 0.5) * this.#scale
    for (let i = 0; i <= along; i++) {
      if (i < along && (isLevel ? this.#isDark(i, at) : this.#isDark(at, i))) {
        if (from < 0) from = i
        last = i
      } else if (from >= 0 && i - last > gap) {
        if (last - from >= shortest) found.push({ from, to: last })
        from = -1
      }
    }
    return found
  }

  /** The line that a value of the zone is written on. */
  lineOf(zone: Zone): Rule | undefined {
    const { left, right, top, bottom } = this.boundsOf(zone)
    const size = bottom - top
    const [nearest] = this.lines.level
      .filter(({ from, to, at }) => {
        const shared = Math.min(to, right) - Math.max(from, left)
        return (
          shared > 0.5 * Math.min(right - left, to - from) &&
          at > bottom - 0.62 * size &&
          at < bottom + 0.5 * size
        )
      })
      .sort((a, b) => Math.abs(a.at - bottom) - Math.abs(b.at - bottom))
    if (!nearest) return undefined
    // Parts of one line, and other cells of its row.
    const row = this.lines.level.filter(({ at }) => Math.abs(at - nearest.at) < 1.5)
    let { from, to } = nearest
    for (let grown = true; grown; ) {
      const more = row.filter((one) => one.from <= to + rule.gap && one.to >= from - rule.gap)
      const [least, most] = [
        Math.min(from, ...more.map((one) => one.from)),
        Math.max(to, ...more.map((one) => one.to)),
      ]
      grown = least < from || most > to
      ;[from, to] = [least, most]
    }
    return { from, to, at: nearest.at }
  }

  boundsOf({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
    const { width: wide, height: high } = this.#page
    return { left: x * wide, right: (x + width) * wide, top: y * high, bottom: (y + height) * high }
  }

  /** Whether something is printed between two heights, at a place across the page. */
  #isPrinted(x: number, top: number, bottom: number): boolean {
    const at = Math.round(x * this.#scale)
    for (let y = Math.round(top * this.#scale); y <= bottom * this.#scale; y++)
      if (this.#isDark(at, y)) return true
    return false
  }

  #isRowPrinted(y: number, left: number, right: number): boolean {
    const at = Math.round(y * this.#scale)
    const [from, to] = [Math.round((left + 2) * this.#scale), Math.round((right - 2) * this.#scale)]
    let dark = 0
    for (let x = from; x < to; x++) if (this.#isDark(x, at)) dark++
    return dark > 0.012 * (to - from) + 2
  }

  /** Marks between the cells of a comb: they reach from the line part of the way up. */
  dividersIn(zone: Zone): number[] {
    const { left, right, bottom } = this.boundsOf(zone)
    const line = this.lineOf(zone)?.at ?? bottom
    return this.lines.upright
      .filter(
        ({ at, from, to }) =>
          at > left + 2 && at < right - 2 && to > line - 12 && to < line + 4 && from > line - 22,
      )
      .map(({ at }) => at)
      .sort((a, b) => a - b)
  }

  /** The place of a zone as it's printed: its line, up to the edges of its cell and to what is printed on the line. */
  placeOf(
    zone: Zone,
    others: readonly Zone[],
  ): { left: number; right: number; top: number; bottom: number } | undefined {
    const own = this.boundsOf(zone)
    const line = this.lineOf(zone)
    if (!line || isMarkZone(zone)) return undefined
    const [high, low] = [line.at - band.top, line.at - band.bottom]
    const level = others.filter(
      (other) =>
        other !== zone &&
        other.page === zone.page &&
        this.boundsOf(other).top < low &&
        this.boundsOf(other).bottom > high + 2,
    )
    const isEdge = (x: number) =>
      this.lines.upright.some(
        ({ at, from, to }) => Math.abs(at - x) < 0.6 && from < line.at - 6 && to > line.at - 8,
      )
    const isTaken = (x: number) =>
      level.some((other) => this.boundsOf(other).left < x && this.boundsOf(other).right > x)
    const isStop = (x: number) => isEdge(x) || isTaken(x) || this.#isPrinted(x, high, low)
    const step = 0.25
    // Off the frame of its cell and a printed word first; then as far as the line goes.
    let { left, right } = own
    while (left < own.left + 10 && isStop(left)) left += step
    while (left - step > line.from && !isStop(left - step)) left -= step
    while (right > own.right - 10 && isStop(right)) right -= step
    while (right + step < line.to && !isStop(right + step)) right += step
    const above = others
      .filter((other) => other !== zone && other.page === zone.page)
      .map((other) => this.boundsOf(other))
      .filter((other) => other.left < right && other.right > left && other.top < own.top - 4)
    const highest = Math.max(line.at - height.most, ...above.map((other) => other.bottom - 1))
    let top = line.at - height.least
    while (top > highest && !this.#isRowPrinted(top - edge, left, right)) top -= step
    return { left, right, top, bottom: line.at + edge }
  }
}
