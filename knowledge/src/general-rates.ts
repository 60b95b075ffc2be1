/**
 * The general rates of the states, for estimates of what missing certificates may cost. They decide about no sale: local
 * taxes come on top, and states tax some goods at other rates.
 */
export interface GeneralRate {
  percent: number
  /** `low`: a change was reported that we couldn't confirm. */
  confidence: 'medium' | 'low'
}

/** We haven't opened the table itself, so the page says who reports it. */
export const generalRatesSource = {
  title: 'State and Local Sales Tax Rates, 2025',
  publisher: 'Tax Foundation',
  url: 'https://taxfoundation.org/data/all/state/sales-tax-rates',
  seenAs: 'secondary',
  publishedOn: '2025-02-04',
  seenOn: '2026-11-19',
} as const

const percents: Readonly<Record<string, number>> = {
  AL: 4,
  AK: 0,
  AZ: 5.6,
  AR: 6.5,
  CA: 7.25,
  CO: 2.9,
  CT: 6.35,
  DE: 0,
  DC: 6,
  FL: 6,
  GA: 4,
  HI: 4,
  ID: 6,
  IL: 6.25,
  IN: 7,
  IA: 6,
  KS: 6.5,
  KY: 6,
  LA: 5,
  ME: 5.5,
  MD: 6,
  MA: 6.25,
  MI: 6,
  MN: 6.875,
  MS: 7,
  MO: 4.225,
  MT: 0,
  NE: 5.5,
  NV: 6.85,
  NH: 0,
  NJ: 6.625,
  NM: 4.875,
  NY: 4,
  NC: 4.75,
  ND: 5,
  OH: 5.75,
  OK: 4.5,
  OR: 0,
  PA: 6,
  RI: 7,
  SC: 6,
  SD: 4.2,
  TN: 7,
  TX: 6.25,
  UT: 6.1,
  VT: 6,
  VA: 5.3,
  WA: 6.5,
  WV: 6,
  WI: 5,
  WY: 4,
}

/** A higher rate was planned for 2025 and 2026. */
const uncertain = new Set(['DC'])

/** Territories and military addresses have none here. */
export const generalRates: ReadonlyMap<string, GeneralRate> = new Map(
  Object.entries(percents).map(([state, percent]) => [
    state,
    { percent, confidence: uncertain.has(state) ? 'low' : 'medium' },
  ]),
)
