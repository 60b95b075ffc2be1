import { readFile } from 'node:fs/promises'
import type { Form } from './draw-form.ts'

/** Drawn when it's needed, or a file as it is: forms of states can't be drawn so that they are recognized. */
export type Paper = { name: string } & ({ form: Form } | { file: string })

/** What the demo's user has uploaded. Every name and number is made up; what must stay private gets hidden. */
export const demoPapers: Record<'exemption' | 'card' | 'bank', Paper> = {
  exemption: { name: 'Resale certificate for Maple Street.pdf', file: 'st-120-for-maple-street.pdf' },
  card: {
    name: 'Card authorization.pdf',
    form: {
      title: 'Payment Card Authorization',
      subtitle: 'For tax-exempt purchases on account',
      sections: [
        {
          heading: 'Cardholder',
          fields: [
            ['Name on card', 'Rosa Delgado'],
            ['Organization', 'Harbor Light Community Clinic'],
          ],
        },
        {
          heading: 'Card',
          fields: [
            ['Card number', '4539 1488 0343 6467'],
            ['Expires', '09/28'],
            ['CVV', '372'],
          ],
        },
      ],
      closing: 'The card is charged for approved orders only.',
    },
  },
  bank: {
    name: 'Vendor refund details.pdf',
    form: {
      title: 'Refund of Sales Tax',
      subtitle: 'Where to send what was charged by mistake',
      sections: [
        {
          heading: 'Organization',
          fields: [
            ['Name', 'Harbor Light Community Clinic'],
            ['Federal EIN', '41-0987654'],
          ],
        },
        {
          heading: 'Bank',
          fields: [
            ['Bank', 'North Shore Savings'],
            ['Routing number', '091000019'],
            ['Account number', '000123456789'],
          ],
        },
      ],
      closing: 'Please quote the invoice number with the refund.',
    },
  },
}

/** `npm run media` draws them. */
export const demoFile = (name: string): Promise<Buffer> =>
  readFile(new URL(`./files/${name}`, import.meta.url))
