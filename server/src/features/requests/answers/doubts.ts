/** What the customer should know before sending. Nothing here keeps a certificate from being sent. */
import type { DocumentReading, Exemption } from '@exempta/contract/certificates'
import { expiryWords } from '@exempta/contract/certificates/expiry'
import { stateNames } from '@exempta/contract/states'
import { compareNames } from '@exempta/knowledge/coverage/seller'
import { dayInWords } from '@exempta/knowledge/dates'
import type { OpenRequest } from './open-request.ts'

type Doubted = Pick<Exemption, 'seller' | 'states' | 'expiresOn'> & { purchaser: string | null }

/** Of what was only read, nothing is said for sure. */
export function doubtsAbout(
  { confirmed, confirmedForm, certificates: [read] }: DocumentReading,
  request: OpenRequest,
  now: Date,
): string[] {
  const stated: Doubted | undefined = confirmed ?? read?.suggestion
  if (!stated) return []
  const { seller, purchaser, states, expiresOn } = stated
  const form = confirmed ? confirmedForm : (read?.form ?? null)
  const today = now.toISOString().slice(0, 10)
  const it = confirmed ? 'It’s' : 'It seems to be'
  const doubts: string[] = []
  if (seller && form?.namesSeller !== false && compareNames(seller, request.businessName) === 'different') {
    doubts.push(`${it} made out to ${seller}, not to ${request.businessName}.`)
  }
  if (request.customer_name && purchaser && compareNames(purchaser, request.customer_name) === 'different') {
    doubts.push(`${it} for ${purchaser}. ${request.businessName} asked ${request.customer_name}.`)
  }
  const asked = request.state
  if (asked && states.length > 0 && states.every(({ state }) => state !== asked)) {
    doubts.push(`${confirmed ? 'It isn’t' : 'It doesn’t seem to be'} for ${stateNames[asked] ?? asked}.`)
  }
  if (confirmed && expiresOn && expiresOn < today) {
    doubts.push(`It ${expiryWords(expiresOn, today, dayInWords(expiresOn))}.`)
  }
  return doubts
}
