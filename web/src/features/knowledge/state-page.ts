/** What the pages about states show; the build makes it from the rules. */

export interface Statement {
  id: string
  text: string
  /** Whether it decides by itself. */
  isSure: boolean
  /** Whether we read it in the source, and not in someone's report. */
  isRead: boolean
  source: string
  quote: string | null
  /** `2026-11-03`. */
  seenOn: string
  /** The days between which it applies, where they are known. */
  from: string | null
  until: string | null
}

export interface StatePart {
  id: string
  title: string
  statements: Statement[]
}

export interface StatePage {
  slug: string
  name: string
  isTerritory: boolean
  /** Where a seller looks up a number. */
  lookUpAt: string | null
  parts: StatePart[]
}

export interface StateSummary {
  slug: string
  name: string
  isTerritory: boolean
  lasts: string | null
}

export const noAdvice = 'Exempta reads documents and knows published rules. It does not give legal advice.'

/** The name of a state in an address: new-york, u-s-virgin-islands. */
export const stateSlug = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, '-')
