import { describe, expect, it } from 'vitest'
import { drawSample, projectTax, type SampledSale } from './draw-sample.ts'

/** Few large sales and many small ones, in every month of a year. */
const sales: SampledSale[] = Array.from({ length: 600 }, (_, i) => ({
  key: `sale ${i}`,
  month: `2026-${String(1 + (i % 12)).padStart(2, '0')}`,
  amountCents: i < 12 ? 5_000_000 : i < 120 ? 400_000 : 50_000,
  missingTaxCents: 0,
}))
const sampleOf = (seed: string, wanted = 60) =>
  drawSample(sales, seed, wanted).flatMap(({ sample }) => sample)

describe('a sample of an auditor', () => {
  it('has the wanted size, no sale twice, and large and small sales of most months', () => {
    const sample = sampleOf('a')
    expect(sample).toHaveLength(60)
    expect(new Set(sample.map(({ key }) => key)).size).toBe(60)
    expect(new Set(sample.map(({ amountCents }) => amountCents)).size).toBe(3)
    const small = sample.filter(({ amountCents }) => amountCents === 50_000)
    expect(new Set(small.map(({ month }) => month)).size).toBeGreaterThanOrEqual(10)
  })

  it('is the same for the same seed, whatever the order of the list, and another one for another seed', () => {
    const keys = (found: SampledSale[]) => found.map(({ key }) => key).sort()
    const reversed = drawSample(sales.toReversed(), 'a', 60).flatMap(({ sample }) => sample)
    expect(keys(reversed)).toEqual(keys(sampleOf('a')))
    expect(keys(sampleOf('b'))).not.toEqual(keys(sampleOf('a')))
  })

  it('takes every sale of a short list, so that its projection is exact', () => {
    const short = sales.slice(0, 20).map((sale, i) => ({ ...sale, missingTaxCents: i % 3 === 0 ? 1234 : 0 }))
    const drawn = drawSample(short, 'a', 60)
    expect(drawn.flatMap(({ sample }) => sample)).toHaveLength(20)
    expect(projectTax(drawn)).toBe(7 * 1234)
  })

  it('projects what is missing in proportion to the money', () => {
    const all = sales.map((sale) => ({ ...sale, missingTaxCents: Math.round(sale.amountCents * 0.06) }))
    const total = all.reduce((sum, { amountCents }) => sum + amountCents, 0)
    expect(projectTax(drawSample(all, 'a', 60)) / (total * 0.06)).toBeCloseTo(1, 3)
    expect(projectTax(drawSample([], 'a', 60))).toBe(0)
  })
})
