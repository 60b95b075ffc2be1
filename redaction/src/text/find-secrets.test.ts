import { expect, test } from 'vitest'
import { findSecrets, maskSecrets } from './find-secrets.ts'

/** The text with its hidden parts in quotation marks. */
function mark(text: string): string {
  let marked = ''
  let at = 0
  for (const { start, end } of findSecrets(text)) {
    marked += `${text.slice(at, start)}«${text.slice(start, end)}»`
    at = end
  }
  return marked + text.slice(at)
}

test.each([
  ['card number', 'my card is «4539 1488 0343» 6467'],
  ['card number without groups', '«453914880343»6467'],
  ['card number digit by digit', '«4 5 3 9 1 4 8 8 0 3 4 3» 6 4 6 7'],
  ['misread card number in its usual groups', '«5323 7934 5045» 1547'],
  ['misread card number with a label', 'Card No.: «532379345045»1547'],
  ['card number with slashes', 'pay with «4539/1488/0343»/6467 please'],
  ['card number with slashes and blanks', '«4539 / 1488 / 0343» / 6467'],
  ['card number with full-width slashes', '«４５３９／１４８８／０３４３»／６４６７'],
  ['card number with other slashes', '«4539⁄1488∕0343»∕6467'],
  ['card number with backslashes', '«4539\\1488\\0343»\\6467'],
  ['card number with dots', '«4539.1488.0343».6467'],
  ['card number with underscores', '«4539_1488_0343»_6467'],
  ['card number with dashes', '«4539–1488–0343»–6467'],
  ['card number with two dashes', '«4539--1488--0343»--6467'],
  ['card number with non-breaking blanks', '«4539\u00a01488\u00a00343»\u00a06467'],
  ['card number over four lines', '«4539\n1488\n0343»\n6467'],
  ['card number over four lines of Windows', '«4539\r\n1488\r\n0343»\r\n6467'],
  ['card number over four paragraphs', '«4539\n\n1488\n\n0343»\n\n6467'],
  ['card number with commas', '«4539,1488,0343»,6467'],
  ['card number with commas and blanks', '«4539, 1488, 0343», 6467'],
  ['card number with colons', '«4539:1488:0343»:6467'],
  ['card number with semicolons', '«4539;1488;0343»;6467'],
  ['card number with asterisks', '«4539*1488*0343»*6467'],
  ['card number with plus signs', '«4539+1488+0343»+6467'],
  ['card number with equals signs', '«4539=1488=0343»=6467'],
  ['card number with tildes', '«4539~1488~0343»~6467'],
  ['card number with number signs', '«4539#1488#0343»#6467'],
  ['card number with bullets', '«4539 • 1488 • 0343» • 6467'],
  ['card number in brackets', '(«4539)(1488)(0343»)(6467)'],
  ['card number with wide gaps', '«4539     1488     0343»     6467'],
  ['card number with slashes, digit by digit', '«4/5/3/9/1/4/8/8/0/3/4/3»/6/4/6/7'],
  ['card number with slashes before its expiry date', '«4539/1488/0343»/6467 12/27'],
  ['American Express with slashes', '«3742/665962/9»1745'],
  ['social security with slashes', 'SSN: «123/45»/6789'],
  ['social security with slashes alone', '«123/45»/6789'],
  ['social security with underscores', '«123_45»_6789'],
  ['American Express', '«3742 665962 9»1745'],
  ['card number before its expiry date and code', '«4539 1488 0343» 6467 12/27 «123»'],
  ['card number behind a phone number', 'call 555 0143 «4539 1488 0343» 6467'],
  ['card number called an account', 'account number «453914880343»6467'],
  ['full-width digits', '«４５３９ １４８８ ０３４３» ６４６７'],
  ['zero-width characters and soft hyphens', '«4539\u200b1488\u00ad0343»6467'],
  ['letters for digits', '«4S39 l488 O343» 6467'],
  ['social security', '«123-45»-6789'],
  ['social security with blanks', 'SSN: «123 45» 6789'],
  ['social security in a comb', 'SSN |«1|2|3| - |4|5»| - |6|7|8|9|'],
  ['social security on the next line', 'Social Security Number\n«63643»1840'],
  ['social security named behind', '«12345»6789 is my SSN'],
  ['social security with too many digits read', 'SSN: «1234567891»'],
  ['individual taxpayer number', '«912-78»-1234'],
  ['bank account', 'Bank Account Number: «186140966112»'],
  ['bank account and its purpose', 'Bank account for refunds: «000123456789»'],
  ['account of any bank', 'Acct #: «0012 3456 78»'],
  ['routing number', 'Routing Number «059388111»'],
  ['IBAN', 'pay to «GB82 WEST 1234 5698 7654 32» today'],
  ['check line', '|:«021000021»|: «1234567890»" 1001'],
  ['date of birth', 'DOB: «03/20/2001»'],
  ['date of birth that lost its blank', 'Date of birth: «MAR 141979»'],
  ['date of birth in words', 'born on «July 4, 1976» in Topeka'],
  ['date of birth in a comb', 'Date of Birth (MM/DD/YYYY): «0 3 2 0 2 0 0 1»'],
  ['date of birth in two languages', 'Date of birth / Date de naissance\n«04 JUL 1976»'],
  ['card code', 'CVV (3 digits on back): «719»'],
  ['card code with its label misread', 'CW: «719»'],
  ['card code with a letter of its label misread', 'Card Veritication Code\n«191»'],
  ['social security with its label misread', 'Socia1 Securty Number: «12345»6789'],
  ['social security in Spanish', 'Número de Seguro Social: «21909»4471'],
  ['kind of account alone', 'First Bank Checking «5519003217»'],
  ['check line without its marks', '«101000187» «5519 0032 17» '],
  ['card code behind its name', 'card «414720201188»5531, exp 08/30, code «117»'],
  ['card code in short', 'SEC CODE «117»'],
  ['short label misread', '5SN «12345»6789'],
  ['typed in a hurry', 'my socail security number is «12345»6789'],
  ['passport', 'Passport No. «C12345678»'],
  ['driver license', "Driver's License No: «D123-4567-8901» Title"],
  ['driver license in the shape of a card number', 'DL # «S091-1933-8135»'],
  ['driver license in the shape of social security', 'DL # «123-45-6789»'],
  [
    'passport lines',
    '«P<USADOE<<JOHN<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<»\n«1234567897USA8001014M2501017<<<<<<<<<<<<<<04»',
  ],
  ['field number glued to its label', '3DOB«01/06/1958»'],
  ['license by the number of its field', '4dLIC#«D1234567»'],
  ['license called otherwise', 'Customer Identifier «T12345678»'],
  ['label glued to the words before it', "Employee'ssocialsecuritynumber«421-55»-7123"],
  ['number of a person or a business', 'SSN or FEIN: «51233»8890'],
  ['number of a taxpayer', 'Taxpayer ID number «34471»2098'],
  ['social security read in part', 'SSN: «412558»'],
  ['social security over two lines', 'the number «412-55»-\n8821 of the trustee'],
  ['routing and account under one label', 'Routing/Account: «091000019» / «4400123987»'],
  ['account in a sentence', 'Your account «00123456789» has been debited'],
  ['born somewhere on a day', 'Born in Houston, Texas on «July 19, 1984»'],
  ['a dot for a comma', 'Date of birth: «August 23.1998»'],
  ['dots around the month', 'DOB «23.August.1998»'],
  ['date of birth without its year', 'Date of birth «01 JAN»'],
  ['check line behind the number of the check', '1042 «021000021» «4400123987»'],
  ['check line with its marks read as letters', 'I:«021000021»I: «4400123987»'],
  ['IBAN that holds what looks like a card number', 'IBAN «DE89 3704 0044 0532 0130 00»'],
  ['passport line without marks, by its check digits', '«5432167897USA8407199F2901019KKKKKKKKKKKKKK06»'],
  ['nine digits of a person or a business', 'SSN/FEIN «43123»4567'],
  ['what looks like an EIN that was never given out', 'SSN/FEIN «07-123»4567'],
  ['license under a label that also allows an EIN', "EIN or driver's license no. «D1234567»"],
  ['license or other ID of a state', "Driver's license number/State issued ID number\n«A123456789012»"],
  ['license in a sentence', "The driver's license number is «D7567850» for pickup"],
  ['license number that runs into the next field', '4dLIC#«WDLABCD456DG» 9CLASS B'],
  ['license number before the label of a date', 'LIC NO. «TL545786» BIRTHDATE «07-09-1962»'],
  ['license number in groups before a date', 'DL NO. «S123 4567 8901» EXP 01/02/2030'],
  ['license number of a state ID', 'State ID: «D1234567»'],
  ['travel document', 'Travel document no. «C1234567»'],
  ['social security over a line end before its dash', 'the number «219-09»\n-9999 of the trustee'],
  ['date of birth with months of two languages', 'Date of birth «20 MAY /MAI 95»'],
  ['date of birth with a Roman month', 'born «19.VII.1984»'],
  ['date of birth with its label on two lines', 'Date of\nbirth «02/11/1981»'],
  ['date of birth in Spanish', 'Fecha de nacimiento: «14 de marzo de 1979»'],
  ['date of birth in German', 'geboren am «14. März 1979» in Köln'],
  ['date of birth in French', 'née le «3 août 1966» à Lyon'],
  ['date of birth in words', 'born on the «fourteenth of March, nineteen hundred and seventy-nine»'],
  ['date of birth with an article', 'DOB: «July the 4th, 1976»'],
  ['number of an old Medicare card', 'Claim number «123-45»-6789A'],
  ['date of birth named in one letter', 'Jane Public, b. «02/11/1981»'],
  ['date of birth named by birth alone', 'Birth: «02/11/1981»'],
  ['routing number called transit', 'Transit «021000021»'],
  ['number of an immigrant', 'USCIS# «123-456-789»'],
  ['number of an immigrant by its label', 'Alien Registration Number: «A012345678»'],
  ['number of an immigrant in its own shape', 'admitted as «A012-345-678» in Houston'],
  ['Medicare number', 'Medicare Number «1EG4-TE5-MK73»'],
  ['member of a health plan', 'Blue Cross PPO, Member ID: «XGH123456789»'],
  ['National Insurance number', 'NI number «QQ 12 34 56 C»'],
  ['track 1', '«%B4539148803436467^DOE/JOHN^27121010000?»'],
  ['track 2', '«;4539148803436467=27121010000012345678?»'],
])('hides: %s', (_, expected) => {
  expect(mark(expected.replace(/[«»]/g, ''))).toBe(expected)
})

test.each([
  'EIN: 12-3456789',
  'SSN or EIN: 12-3456789',
  'Federal Tax ID 123456789',
  'SSN: ***-**-1234',
  'SSN: XXX-XX-1234',
  'last four of SSN: 1234',
  'card ending in 6467',
  'XXXX-XXXX-XXXX-6467',
  '4539 14** **** 6467',
  'call (202) 555-0143 or 202-555-0188 or 2025550143',
  'Invoice 4400123 dated 03/14/2025, purchase order 7781-220, amount $1,284.50, ZIP 20405-0001',
  'Certificate number ST-119.1 (5/22), form 1094 rev. 2024',
  'Florida certificate 85-8012345678-9',
  'Texas permit 32012345678',
  'Sales Tax Account Number: 18614096',
  'customer account number 4418614096',
  'account ending in 1234',
  'verification code 123456',
  'Certification number 1234, notification code 123, valuation number 456',
  'Routine number 123456789',
  'Savings 2024, checking 12 of 30',
  '123456789 5519003217',
  'Date: 04/02/2026, expires 12/31/2027',
  'Passport photos cost $15.99',
  'business license number 123456',
  'tracking 9400111899223100001234',
  'order 4539148803436468',
  '000-12-3456',
  '192.168.10.11 port 8080',
  'due 4/15/2024, 4/15/2025, 5/12/2026 and 5/12/2027',
  'dates 04/15/2024 04/15/2025 04/15/2026',
  'amounts 4,539,148, 803,436,467',
  'ratio 123/45 and 6789',
  'DLN: 93493319003124',
  'Balance 4,539.14 8,803.43 6,467.00',
  '4539 \u250a 1488 \u250a 0343 \u250a 6467',
  'Qty 45 3914 88 0343 64 67',
  'SSN/FEIN 38-2291006',
  "EIN or driver's license no. 38-2291006",
  "Federal tax ID or driver's license number: 82-0123456",
  'holds a valid Sales and Use Tax Permit, Account No. 000123456, issued',
  'DRIVER LICENSE\n4b EXP 07/15/2032',
  'telephone (202) 555-0143, fax 202-55-0188.',
  'Indiana TID 4000000000006',
  "PAYER'S TIN 382291006",
  'Social security wages 48210.55',
  'Vendor license number V1234567',
  'Employer state ID number 004-55123-7',
  'Library card 21234001234567',
  'Garden club, member number 12345678',
  'goods in transit 123456789',
  "Employer's state ID: 123-456789",
  'Medicare provider number 12345678',
  'Invoice no. 4532 0151 1283 0366',
  'Order number:\n4532015112830366',
  '4b. 18.01.2023',
  'SKU 00123456789 Item 4410023 Part No. 77-55312-A',
  'Member ID: XGH123456789',
  'Acct #\n21-0043906',
  'IBAN\norder 67276997 of March 3',
  'DLN29283432144183',
])('leaves alone: %s', (text) => {
  expect(mark(text)).toBe(text)
})

test.each([' ', '/', ' / ', '//', '. ', '-', '\n'])('comes to an end with many digits between %j', (mark) => {
  expect(findSecrets(`${`1${mark}`.repeat(1000)}a`)).toEqual([])
})

test('on a form about taxes an account is that of a tax office, unless a bank is named', () => {
  const found = (text: string) => findSecrets(text, { isTaxForm: true }).map(({ kind }) => kind)
  expect(found('Name of Dealer Maple Street Supply  Account No. 101234567')).toEqual([])
  expect(found('Checking account no. 101234567')).toEqual(['bank-account'])
  expect(findSecrets('Account No. 101234567').map(({ kind }) => kind)).toEqual(['bank-account'])
})

test('members of a health plan have private numbers', () => {
  const text = 'Member ID: XGH123456789'
  expect(findSecrets(text, { isHealthPlan: true }).map(({ kind }) => kind)).toEqual(['private-number'])
})

test('masks letters and digits of secrets and names their kinds', () => {
  expect(maskSecrets('card 4539-1488-0343-6467, ssn 123-45-6789')).toEqual({
    text: 'card ••••-••••-••••-6467, ssn •••-••-6789',
    kinds: ['card-number', 'ssn'],
  })
})

test('reports contact details only when asked', () => {
  const text = 'jane@example.org, (202) 555-0143'
  expect(findSecrets(text)).toEqual([])
  expect(findSecrets(text, { contactDetails: true }).map(({ kind }) => kind)).toEqual(['email', 'phone'])
})
