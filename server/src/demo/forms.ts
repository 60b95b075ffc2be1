import { reasonWords } from '@exempta/contract/certificates'
import type { Reason } from '@exempta/knowledge/terms'
import type { Form } from './draw-form.ts'

/** Who fills a form in. Every name and number of the demo is made up. */
export interface Filler {
  organization: string
  address: string
  ein: string
  person: string
  title: string
  birth: string
  ssn: string
}

const purchaser = ({ organization, address, ein }: Filler): Form['sections'][number] => ({
  heading: 'Purchaser',
  fields: [
    ['Name of organization', organization],
    ['Address', address],
    ['Federal EIN', ein],
  ],
})

const signer = ({ person, title, birth, ssn }: Filler): Form['sections'][number] => ({
  heading: 'Authorized person',
  fields: [
    ['Name', person],
    ['Title', title],
    ['Date of birth', birth],
    ['Social Security number', ssn],
  ],
})

/** What is written on a certificate, and what its owner confirms about it. */
export interface Written {
  title: string
  /** Code of the form that it stands for; null for one that nobody knows. */
  form: string | null
  state: string
  number: string
  reason: Reason
  signedOn: string
  expiresOn: string | null
  hasSignature: boolean
}

/** As people write a day on a form. */
export const written = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`

/** Our own drawing of a certificate: it has the entries of the state's form, and not its looks. */
export const certificate = (
  filler: Filler,
  { title, number, reason, signedOn, expiresOn, hasSignature }: Written,
): Form => ({
  title,
  subtitle: 'Sales tax exemption certificate',
  sections: [
    purchaser(filler),
    { heading: 'Seller', fields: [['Name of seller', 'Maple Street Supply']] },
    signer(filler),
    {
      heading: 'Reason for exemption',
      fields: [
        ['Type', reasonWords[reason]],
        ['State exemption number', number],
        ['Date signed', written(signedOn)],
        ...(expiresOn ? [['Expiration date', written(expiresOn)] as [string, string]] : []),
      ],
    },
  ],
  closing: hasSignature
    ? `I declare that the information on this certificate is correct. ${filler.person}`
    : 'I declare that the information on this certificate is correct. Signature: ____________',
})

export const authorization = (filler: Filler, cardNumber: string, code: string): Form => ({
  title: 'Payment Card Authorization',
  subtitle: 'For tax-exempt purchases on account',
  sections: [
    purchaser(filler),
    {
      heading: 'Card',
      fields: [
        ['Name on card', filler.person],
        ['Card number', cardNumber],
        ['Expires', '09/28'],
        ['CVV', code],
      ],
    },
  ],
  closing: 'The card is charged for approved orders only.',
})

export const refund = (filler: Filler, routing: string, account: string): Form => ({
  title: 'Refund of Sales Tax',
  subtitle: 'Where to send what was charged by mistake',
  sections: [
    purchaser(filler),
    {
      heading: 'Bank',
      fields: [
        ['Routing number', routing],
        ['Account number', account],
      ],
    },
  ],
  closing: 'Please quote the invoice number with the refund.',
})

export const letter = (filler: Filler): Form => ({
  title: 'Determination Letter',
  subtitle: 'Exempt status under section 501(c)(3)',
  sections: [purchaser(filler), signer(filler)],
  closing: 'The organization is exempt from federal income tax. Keep this letter.',
})
