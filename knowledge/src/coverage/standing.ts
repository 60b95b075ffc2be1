import { dayInWords } from '../dates.ts'
import { reasonOf, type Step } from './step.ts'

/** Whether the customer still shares it, and what the business said about it. */
export const standing: Step = ({ facts }, { red }) => {
  if (facts.revokedOn && facts.revokedOn <= facts.on)
    red.push(reasonOf('revoked', null, { day: dayInWords(facts.revokedOn) }))
  if (facts.review === 'rejected') red.push(reasonOf('rejected', null))
}
