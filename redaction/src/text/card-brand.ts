interface Brand {
  name: string
  prefix: RegExp
  lengths: readonly number[]
}

const brands: readonly Brand[] = [
  { name: 'amex', prefix: /^3[47]/, lengths: [15] },
  { name: 'visa', prefix: /^4/, lengths: [16, 13, 19] },
  {
    name: 'mastercard',
    prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
  },
  { name: 'discover', prefix: /^(?:6011|64[4-9]|65)/, lengths: [16, 19] },
  { name: 'unionpay', prefix: /^(?:62|81)/, lengths: [16, 17, 18, 19] },
  { name: 'jcb', prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { name: 'diners', prefix: /^3(?:0[0-5]|095|6|[89])/, lengths: [14, 16, 19] },
  { name: 'maestro', prefix: /^(?:50|5[6-9]|6)/, lengths: [16, 19, 12, 13, 14, 15, 17, 18] },
]

/** Who issues numbers that start so, and how long they are, the usual length first. */
export const brandOf = (digits: string): Brand | undefined => brands.find(({ prefix }) => prefix.test(digits))
