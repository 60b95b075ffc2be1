import type { Form } from './draw-form.ts'

interface Paper {
  name: string
  form: Form
}

/** What the demo's user has uploaded. Every name and number is made up; what must stay private gets hidden. */
export const demoPapers: Record<'exemption' | 'card' | 'bank', Paper> = {
  exemption: {
    name: 'Sales tax exemption certificate.pdf',
    form: {
      title: 'Certificate of Exemption',
      subtitle: 'Streamlined sales tax - nonprofit organization',
      sections: [
        {
          heading: 'Purchaser',
          fields: [
            ['Name of organization', 'Harbor Light Community Clinic'],
            ['Address', '218 Wharf Street, Duluth, MN 55802'],
            ['Federal EIN', '41-0987654'],
            ['State exemption number', 'ES 38114'],
          ],
        },
        {
          heading: 'Authorized person',
          fields: [
            ['Name', 'Rosa Delgado'],
            ['Title', 'Purchasing coordinator'],
            ['Date of birth', '04/12/1981'],
            ['Social Security number', '412-55-7310'],
          ],
        },
        {
          heading: 'Reason for exemption',
          fields: [
            ['Type', 'Charitable organization'],
            ['Items', 'Medical and office supplies'],
          ],
        },
      ],
      closing: 'I declare that the information on this certificate is correct. Rosa Delgado, 03/02/2026',
    },
  },
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
