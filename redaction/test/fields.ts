import type { PdfField } from './draw-pdf.ts'

export const secretFields: PdfField[] = [
  {
    label: 'Social Security Number',
    value: '219-09-9999',
    type: 'ssn',
    keptCount: 4,
    parts: ['219', '09', '9999'],
  },
  {
    label: 'Credit Card Number',
    value: '4539 1488 0343 6467',
    type: 'card-number',
    keptCount: 4,
    parts: ['4539', '1488', '0343', '6467'],
  },
  { label: 'CVV', value: '731', type: 'card-code' },
  { label: 'Date of Birth', value: '07/04/1976', type: 'date-of-birth', parts: ['07', '04', '1976'] },
  { label: 'Bank Account Number', value: '183456789012', type: 'bank-account' },
  { label: 'Routing Number', value: '021000021', type: 'routing-number' },
]

export const openFields: PdfField[] = [
  { label: 'Federal EIN', value: '52-1234567' },
  { label: 'Telephone', value: '(202) 555-0143' },
]
