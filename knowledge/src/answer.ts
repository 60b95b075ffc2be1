/** What `coverage` answers. */
import type { Reason } from './reasons.ts'
import type { Confidence, Source } from './schema.ts'

/** `charge-part`: a part of the tax is due, see `part`. */
export type Verdict = 'covered' | 'charge-part' | 'check' | 'not-covered'

/** A published rule that an answer stands on. A source that was `seenAs` text was read on `seenOn`; others are reported. */
export interface Ground {
  ruleId: string
  text: string
  confidence: Confidence
  source: Source
}

/** The three things that every green answer stands on, each a rule of high confidence. Null: no rule says so. */
export interface Grounds {
  /** This paper is accepted here. */
  paper: Ground | null
  /** This claim is granted here, for this kind of purchase, with the number it needs. */
  claim: Ground | null
  /** It's in force on that day. */
  inForce: Ground | null
}

/** What keeps an answer from being green, and the one thing to do about it. */
export interface Question {
  /** Stays the same as long as the question does, such as `condition wa/unregistered`. */
  id: string
  /** Changes with the rule behind it: what was settled on another basis doesn't count. */
  basis: string
  /** Which of several with the same rule, such as `paid-by-buyer`. */
  about: string | null
  ruleId: string | null
  /** What is unclear. */
  text: string
  /** The one thing to do: "Ask whether they're registered in Washington." */
  step: string
  /** Whether a manager may answer it for a certificate. Not where the paper itself is wrong or has ended. */
  canSettle: boolean
}

/** What is due where a claim lowers the tax and doesn't remove it. */
export interface Part {
  /** In words, such as "Charge everything but California's 3.9375 %". */
  text: string
  /** The rate to charge in percent, or null where it's the usual rate less something. */
  ratePercent: number | null
  /** What to take off the usual rate, in percent. */
  lessPercent: number | null
  ruleId: string
}

export interface Coverage {
  verdict: Verdict
  /** The deciding one first. */
  reasons: Reason[]
  /** The last day it is good for, as far as that is known. */
  endsOn: string | null
  grounds: Grounds
  /** What is open, the one thing to do first. Empty unless the verdict is `check`. */
  questions: Question[]
  part: Part | null
  /** Local taxes to know about. They stand with the answer. */
  local: Reason[]
  /** What a manager settled that this answer rests on. */
  settledBy: { by: string; on: string; until: string }[]
}
