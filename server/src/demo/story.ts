import { authorization, certificate, type Filler, letter, refund, type Written } from './forms.ts'
import { demoPapers, type Paper } from './papers.ts'
import { demoUser } from './people.ts'

export interface Turn {
  daysAgo: number
  by: 'manager' | 'colleague' | 'owner'
  /** `shared`: once more, after a reject. `accepted`: what the rules leave open is settled for a year. */
  act: 'viewed' | 'verified' | 'accepted' | 'rejected' | 'shared'
  /** The reason of a reject or an acceptance, or the message of a share. */
  words?: string
}

/** A document on its way to its recipient: what is shared first, and what comes of it. */
export interface Episode {
  paper: Paper
  sharedDaysAgo: number
  /** Shared by email instead of with the business; the link works for a week. */
  email?: string
  message?: string
  /** What the owner confirms that the certificate says, before it is shared. */
  stated?: Written & { purchaser: string }
  turns: readonly Turn[]
}

/** A certificate of which the owner has confirmed what it says. */
const confirmedPaper = (filler: Filler, name: string, written: Written) => ({
  paper: { name, form: certificate(filler, written) },
  stated: { ...written, purchaser: filler.organization },
})

const academy = {
  organization: 'Bright Path Academy',
  address: '77 Orchard Road, Madison, WI 53703',
  ein: '39-1048227',
  person: 'Samuel Okafor',
  title: 'Business manager',
  birth: '11/23/1979',
  ssn: '397-61-2284',
}
const foodBank = {
  organization: 'Riverside Food Bank',
  address: '1450 River Drive, Moline, IL 61265',
  ein: '36-2207781',
  person: 'Mei Tanaka',
  title: 'Operations lead',
  birth: '06/02/1988',
  ssn: '351-48-9067',
}
const shelter = {
  organization: 'St. Brendan Shelter',
  address: '9 Canal Street, Toledo, OH 43604',
  ein: '34-1620945',
  person: 'Jonas Weber',
  title: 'Treasurer',
  birth: '02/17/1969',
  ssn: '288-74-5513',
}

const { exemption, card, bank } = demoPapers

/** By the address of who tells it. Days are counted back from the first start. */
export const demoStory: Readonly<Record<string, readonly Episode[]>> = {
  // Whoever tries the demo sees one of each on the first dashboard: verified, rejected, and a link that expires soon.
  [demoUser]: [
    {
      paper: exemption,
      stated: {
        title: 'Resale Certificate',
        form: 'ny-st-120',
        purchaser: 'Harbor Light Community Clinic',
        state: 'NY',
        number: '12-3456789',
        reason: 'resale',
        signedOn: '2026-10-05',
        expiresOn: null,
        hasSignature: true,
      },
      sharedDaysAgo: 9,
      message: 'For what we buy for our shop.',
      turns: [
        { daysAgo: 8.2, by: 'manager', act: 'viewed' },
        { daysAgo: 8, by: 'manager', act: 'verified' },
      ],
    },
    {
      paper: bank,
      sharedDaysAgo: 3,
      turns: [
        { daysAgo: 2.1, by: 'colleague', act: 'viewed' },
        {
          daysAgo: 2,
          by: 'colleague',
          act: 'rejected',
          words:
            'The invoice number is missing, so we can’t match the refund. Please add it and upload the form again.',
        },
      ],
    },
    {
      paper: card,
      sharedDaysAgo: 6,
      email: 'orders@north-shore.example',
      message: 'Please use this card for our next order.',
      turns: [],
    },
  ],
  'samuel@demo.exempta.example': [
    {
      ...confirmedPaper(academy, 'Resale certificate.pdf', {
        title: 'Wisconsin Resale Certificate',
        form: 'wi-s-211',
        state: 'WI',
        number: '456-1020417833-02',
        reason: 'resale',
        signedOn: '2025-08-14',
        expiresOn: null,
        hasSignature: false,
      }),
      sharedDaysAgo: 34,
      turns: [
        { daysAgo: 33.1, by: 'manager', act: 'viewed' },
        { daysAgo: 33, by: 'manager', act: 'verified' },
      ],
    },
    {
      ...confirmedPaper(academy, 'Exemption certificate Bright Path Academy.pdf', {
        title: 'Minnesota Certificate of Exemption',
        form: 'mn-st3',
        state: 'MN',
        number: '5510218',
        reason: 'education',
        signedOn: '2025-09-02',
        expiresOn: null,
        hasSignature: true,
      }),
      sharedDaysAgo: 27,
      message: 'For the new laptops.',
      turns: [
        { daysAgo: 26, by: 'colleague', act: 'rejected', words: 'The signature is missing.' },
        {
          daysAgo: 24,
          by: 'owner',
          act: 'shared',
          words: 'The signature is at the bottom, please look again.',
        },
        { daysAgo: 23, by: 'colleague', act: 'verified' },
        {
          daysAgo: 22.9,
          by: 'colleague',
          act: 'accepted',
          words: 'It’s a private school. I saw the letter of the Minnesota Department of Education.',
        },
      ],
    },
    {
      paper: {
        name: 'Card authorization Academy.pdf',
        form: authorization(academy, '5425 2334 3010 9903', '118'),
      },
      sharedDaysAgo: 1,
      message: 'Please use this card for the October order.',
      turns: [{ daysAgo: 0.5, by: 'colleague', act: 'viewed' }],
    },
  ],
  'mei@demo.exempta.example': [
    {
      paper: { name: '501(c)(3) determination letter.pdf', form: letter(foodBank) },
      sharedDaysAgo: 20,
      turns: [{ daysAgo: 19, by: 'manager', act: 'verified' }],
    },
    {
      ...confirmedPaper(foodBank, 'Sales tax exemption Riverside.pdf', {
        title: 'Cascadia County Certificate of Exemption',
        form: null,
        state: 'IL',
        number: 'E9942-0031-07',
        reason: 'charity',
        signedOn: '2025-10-20',
        expiresOn: '2030-10-01',
        hasSignature: true,
      }),
      sharedDaysAgo: 13,
      turns: [{ daysAgo: 10, by: 'colleague', act: 'verified' }],
    },
    {
      paper: { name: 'Refund details Riverside.pdf', form: refund(foodBank, '071000013', '004417730912') },
      sharedDaysAgo: 0.2,
      message: 'Sales tax was charged on our last invoice.',
      turns: [],
    },
  ],
  'jonas@demo.exempta.example': [
    {
      ...confirmedPaper(shelter, 'Exempt organization certificate 2024.pdf', {
        title: 'Ohio Exemption Certificate',
        form: 'oh-stec-b',
        state: 'OH',
        number: '88-0126',
        reason: 'charity',
        signedOn: '2024-01-10',
        expiresOn: '2024-12-31',
        hasSignature: true,
      }),
      sharedDaysAgo: 16,
      turns: [
        {
          daysAgo: 15,
          by: 'manager',
          act: 'rejected',
          words: 'This certificate has expired. Please send the current one.',
        },
      ],
    },
    {
      ...confirmedPaper(shelter, 'Exempt organization certificate 2026.pdf', {
        title: 'Ohio Exemption Certificate',
        form: 'oh-stec-b',
        state: 'OH',
        number: '88-2297',
        reason: 'charity',
        signedOn: '2026-01-12',
        expiresOn: '2028-12-31',
        hasSignature: true,
      }),
      sharedDaysAgo: 6,
      turns: [{ daysAgo: 5, by: 'colleague', act: 'verified' }],
    },
    {
      paper: { name: 'Refund details St. Brendan.pdf', form: refund(shelter, '041000124', '700025518') },
      sharedDaysAgo: 3,
      turns: [],
    },
  ],
}
