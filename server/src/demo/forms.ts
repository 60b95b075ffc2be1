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

export const certificate = (filler: Filler, reason: string, number: string): Form => ({
  title: 'Certificate of Exemption',
  subtitle: 'Streamlined sales tax',
  sections: [
    purchaser(filler),
    signer(filler),
    {
      heading: 'Reason for exemption',
      fields: [
        ['Type', reason],
        ['State exemption number', number],
      ],
    },
  ],
  closing: `I declare that the information on this certificate is correct. ${filler.person}`,
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
