/** Draws what a customer sends, and says what the customer confirms about it. */

import { reasonWords } from '@exempta/contract/certificates'
import { dayMs } from '@exempta/contract/durations'
import { forms } from '@exempta/knowledge/forms'
import { states } from '@exempta/knowledge/states'
import type { Form, Look } from '../draw-form.ts'
import { written } from '../forms.ts'
import type { Customer } from './customers.ts'

export type Certificate = Pick<
  Customer,
  | 'organization'
  | 'person'
  | 'address'
  | 'state'
  | 'moreStates'
  | 'form'
  | 'number'
  | 'reason'
  | 'signedDaysAgo'
  | 'expiresInDays'
  | 'isUnsigned'
  | 'isSinglePurchase'
  | 'seller'
>

const looks: Record<string, Look> = {
  'mn-st3': 'framed',
  'wi-s-211': 'banner',
  'ia-31-014': 'framed',
  'mi-3372': 'banner',
  'il-e-letter': 'letter',
  'us-sf-1094': 'letter',
  'nd-sfn-21950': 'framed',
  'ne-form-13': 'framed',
}

const dayAt = (start: Date, days: number) =>
  new Date(start.getTime() + days * dayMs).toISOString().slice(0, 10)

const placeOf = (state: string) => states.get(state)?.name ?? state

/** `start` is the day of the demo's first start, so that a repeated job draws the same paper. */
export function paperOf(certificate: Certificate, start: Date): { name: string; form: Form } {
  const { organization, form, state, moreStates } = certificate
  const known = form === null ? undefined : forms.get(form)
  const place = moreStates ? 'Multistate' : placeOf(state)
  return {
    name: known ? `${organization} ${known.name}.pdf` : `${organization} permit.pdf`,
    form: {
      title: known ? `${place}: ${known.name}` : `${place}: Permit to Sell`,
      subtitle: known?.title ?? 'Issued to the business named below',
      look: looks[form ?? ''] ?? 'banner',
      sections: sectionsOf(certificate, start),
      closing: certificate.isUnsigned
        ? 'I declare that this is correct. Signature: ____________'
        : `I declare that this is correct. Signed: ${certificate.person}`,
    },
  }
}

function sectionsOf(certificate: Certificate, start: Date): Form['sections'] {
  const { organization, address, person, number, reason, state, moreStates = [] } = certificate
  const { signedOn, expiresOn, seller } = confirmedOf(certificate, start)
  return [
    {
      heading: 'Purchaser',
      fields: [
        ['Name of purchaser', organization],
        ['Address', address],
        ['Authorized person', person],
      ],
    },
    ...(seller ? [{ heading: 'Seller', fields: [['Name of seller', seller] as [string, string]] }] : []),
    {
      heading: 'Exemption',
      fields: [
        ['Reason for exemption', reasonWords[reason]],
        ...[state, ...moreStates].map((one): [string, string] => [`${placeOf(one)} tax number`, number]),
        ['This certificate is for', certificate.isSinglePurchase ? 'A single purchase' : 'All purchases'],
        ['Date signed', written(signedOn)],
        ...(expiresOn ? [['Expiration date', written(expiresOn)] as [string, string]] : []),
      ],
    },
  ]
}

/** What the owner confirms that the certificate says. */
export function confirmedOf(certificate: Certificate, start: Date) {
  const { form, organization, reason, number, state, moreStates = [], expiresInDays } = certificate
  const namesSeller = form === null || forms.get(form)?.namesSeller !== false
  return {
    form,
    purchaser: organization,
    seller: namesSeller ? (certificate.seller ?? 'Maple Street Supply') : null,
    reason,
    isBlanket: !certificate.isSinglePurchase,
    hasSignature: !certificate.isUnsigned,
    signedOn: dayAt(start, -certificate.signedDaysAgo),
    expiresOn: expiresInDays === undefined ? null : dayAt(start, expiresInDays),
    government: null,
    governmentState: null,
    organization: null,
    states: [state, ...moreStates].map((one) => ({ state: one, number, issuedBy: one })),
    pages: [1],
    version: 1,
    shown: null,
  }
}
