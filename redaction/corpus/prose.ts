/** What certificates say, with numbers that must stay readable. */
export const prose = [
  'The undersigned hereby certifies that the purchases made under this certificate are exempt from state and',
  'local sales and use tax under section 1115(a)(1) of the Tax Law. Invoice 4400123 dated 03/14/2025, purchase',
  'order 7781-220, amount $1,284.50, ZIP 20405-0001, telephone (202) 555-0143, fax 202-555-0188. Form ST-119.1',
  '(5/22). This certificate is valid until revoked in writing. Keep it with your records for three years. The seller',
  'must keep this certificate for at least four years after the date of the last sale covered by it.',
]
