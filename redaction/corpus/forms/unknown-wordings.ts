/** How certificates that nobody has learned call their fields, in words of our own. */
import type { Half } from './styles.ts'

export interface Wording {
  half: Half
  state: string
  heading: string
  title: string
  purchaser: string
  purchaserAddress: string
  seller: string
  sellerAddress: string
  number: string
  signedOn: string
  signature: string
  signer: string
  position: string
  business: string
  items: string
  single: string
  blanket: string
  prose: string
}

export const wordings: readonly Wording[] = [
  {
    half: 'tuning',
    state: 'NV',
    heading: 'Nevada Department of Taxation',
    title: 'Resale Certificate',
    purchaser: 'Name of purchaser',
    purchaserAddress: 'Address of purchaser',
    seller: 'Name of seller',
    sellerAddress: 'Address of seller',
    number: 'Seller’s permit number',
    signedOn: 'Date',
    signature: 'Signature of purchaser or agent',
    signer: 'Printed name',
    position: 'Title',
    business: 'Type of business',
    items: 'Description of property purchased',
    single: 'Single purchase',
    blanket: 'Blanket certificate',
    prose:
      'The purchaser keeps the right to buy without tax as long as this certificate is in force. The seller must keep it for four ' +
      'years and show it to the Department on request. A purchaser who gives a false certificate owes the tax and a penalty.',
  },
  {
    half: 'tuning',
    state: 'ME',
    heading: 'STATE OF MAINE    Maine Revenue Services',
    title: 'SALES TAX EXEMPTION CERTIFICATE',
    purchaser: 'Buyer’s business name',
    purchaserAddress: 'Buyer’s mailing address, city, state and ZIP',
    seller: 'Vendor name',
    sellerAddress: 'Vendor address',
    number: 'Sales tax exemption no.',
    signedOn: 'Date signed',
    signature: 'Authorized signature',
    signer: 'Print name',
    position: 'Position',
    business: 'Nature of business',
    items: 'Items purchased',
    single: 'This transaction only',
    blanket: 'All future transactions',
    prose:
      'To the vendor: do not send this certificate to the bureau. It must be completed in full by the buyer at the time of the ' +
      'first sale. Any buyer that misuses it is liable for the tax, for interest and for the costs of collection.',
  },
  {
    half: 'unseen',
    state: 'HI',
    heading: 'STATE OF HAWAII — DEPARTMENT OF TAXATION',
    title: 'Certificate of Exempt Sale',
    purchaser: 'Customer (legal name)',
    purchaserAddress: 'Customer’s street address',
    seller: 'Supplier’s name',
    sellerAddress: 'Supplier’s street address',
    number: 'Taxpayer identification number',
    signedOn: 'Date of signature',
    signature: 'Signature of customer',
    signer: 'Name (print)',
    position: 'Capacity',
    business: 'Kind of business',
    items: 'What is being bought',
    single: 'For one invoice',
    blanket: 'Until revoked in writing',
    prose:
      'The supplier need not charge the tax when this certificate is complete and was taken in good faith. The customer must tell ' +
      'the supplier when it no longer applies. Keep it with your records; the department may ask for it at any time.',
  },
  {
    half: 'unseen',
    state: 'WV',
    heading: 'West Virginia Tax Division',
    title: 'Exemption Claim for Purchases',
    purchaser: 'Exempt organization',
    purchaserAddress: 'Organization’s address',
    seller: 'Retailer',
    sellerAddress: 'Address of retailer',
    number: 'Account ID number',
    signedOn: 'Date executed',
    signature: 'Signed by',
    signer: 'Type or print name',
    position: 'Official title',
    business: 'Purpose of the organization',
    items: 'Property or services to be bought',
    single: 'One-time purchase',
    blanket: 'Continuous purchases',
    prose:
      'Retailers: accept this claim only if every blank is filled in. An organization that buys for its members and not for its own ' +
      'purpose owes the tax. False claims are a misdemeanor under the code and may be punished by a fine.',
  },
]
