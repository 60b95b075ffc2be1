import { expect, test } from 'vitest'
import { textsOfKnowledge, textsOfMarkdown, textsOfSources, type VisibleText } from './visible-texts.ts'

interface AvoidedWords {
  readonly words: RegExp
  readonly use: string
  /** Where the words have no other meaning; everywhere unless said. */
  readonly in?: RegExp
}

const screens = /^(?:contract|web)\//

/** One word for each thing: what is not used, and what people read instead. */
const avoided: readonly AvoidedWords[] = [
  { words: /\b(?:e-)?mails\b|\be-mail\b|\bmail(?:ed|ing)?\b(?! servers?\b)/i, use: 'email' },
  { words: /\breceivers?\b|\baddressees?\b/i, use: 'recipient' },
  { words: /\bsign(?:s|ed|ing)?[- ](?:in|out)\b/i, use: 'log in, log out, login' },
  { words: /\bprov(?:e|es|ed|en|ing)\b/i, use: 'verify (a document), confirm (an address)' },
  { words: /\bcover(?:s|ed|ing)?\b(?! letter)/i, use: 'hide, hidden, redacted' },
  { words: /\bt(?:ak(?:e|es|en|ing)|ook) (?:\w+ ){0,3}?back\b/i, use: 'stop sharing, revoke, cancel' },
  { words: /\btime (?:is|was) over\b|\b(?:at|after|end of) its time\b/i, use: 'expires, expired' },
  { words: /\b(?:link|share|key|invitation)s? (?:\w+ )?ends?\b/i, use: 'expires, expired' },
  { words: /\b(?:some|any|every|no)body\b|\bwhoever\b|\bperson of\b/i, use: 'people, someone, team member' },
  { words: /\bdriver licen[sc]es?\b|\bbirth dates?\b/i, use: 'driver’s license, date of birth' },
  { words: /\bsocial[- ]security\b/, use: 'Social Security number' },
  { words: /\bfirms?\b/i, use: 'business' },
  { words: /\bstate\b/i, use: 'status', in: screens },
  { words: /\bprograms?\b/i, use: 'API key, your own systems', in: screens },
  { words: /\btold\b|\bin vain\b|\bunusual\b|\bstands\b|\bshall\b/i, use: 'plain verbs, such as notify' },
  {
    words: /\b(?:purchaser|buyer|owner)s?\b/i,
    use: 'customer',
    in: /^web\/src\/features\/(?:binders|coverage|requests|review)\//,
  },
  { words: /\blook-ups?\b|\bledger\b|\baudit pack\b/i, use: 'number check, binder', in: screens },
  { words: /colour|licence|\w+ognis|sanitis|minimis|behaviour|favour|cancelled/i, use: 'American spelling' },
]

interface AllowedText {
  readonly text: RegExp
  readonly file?: RegExp
  readonly why: string
}

/** Where an avoided word is the right one. An exception applies only to the words it matches, and fails once it's unused. */
const allowed: readonly AllowedText[] = [
  { text: /^Mail$/, file: /^(?:contract|web)\//, why: 'The specified name of an administrator’s page' },
  { text: /^mails (?:newest|oldest)$/, why: 'A name inside the positions of a list, never shown' },
  { text: /^Direct mail$/, file: /certificates/, why: 'Advertising by post, a reason for an exemption' },
  { text: /direct\[- \]mail/, file: /read-choices/, why: 'Advertising by post, as forms print it' },
  { text: /\b(?:mailing|firm)\b/g, file: /label-words/, why: 'Printed on forms' },
  { text: /\bmail\.(?:com|ru|org)\b/g, file: /review\/purchaser/, why: 'Names of providers' },
  { text: /^The user nobody can reach/, why: 'The name of a user of the operating system' },
  {
    text: /\bstates?\b/gi,
    file: /knowledge|certificates|coverage|customers|reading|requests|webhooks|states|received-|wallet|ledger|binder|contract\/src\/(?:review|api\/v1)|site-footer|public\/home|redaction-illustration|sitemap|rules|^web\/content\//,
    why: 'A state of the United States',
  },
  {
    text: /\bcover(?:s|ed)?\b/gi,
    file: /coverage|customers|binder|verdict|wallet|where-covered|api\/v1|webhook|architecture|0228|0229|developers|docs\/api|from-paper|docs\/claims|mcp|CHANGELOG/,
    why: 'A certificate covers a purchase',
  },
]

const sources = /^(?:contract|knowledge|redaction|scripts|server|web)\//
const documents = [
  '{README,CONTRIBUTING,CHANGELOG,ROADMAP,SECURITY}.md',
  '{knowledge,redaction}/**/*.md',
  'docs/**/*.md',
  'web/content/**/*.md',
]

const isTest =
  /^scripts\/specification\/|\.test\.tsx?$|\.fixture\.ts$|^(?:knowledge|redaction|server)\/test\/|^redaction\/corpus\//
const texts: VisibleText[] = [
  ...textsOfSources((file) => sources.test(file) && !isTest.test(file)),
  ...(await textsOfMarkdown(documents)),
  ...(await textsOfKnowledge()),
]

const faultsOf = (file: string, text: string) =>
  avoided.flatMap(({ words, use, in: place = /^/ }) => {
    const found = place.test(file) ? text.match(words)?.[0] : undefined
    return found ? [`“${found}”: use ${use}`] : []
  })
const withoutAllowed = (file: string, text: string, entries: readonly AllowedText[] = allowed) =>
  entries.reduce(
    (rest, entry) => ((entry.file ?? /^/).test(file) ? rest.replace(entry.text, '…') : rest),
    text,
  )

test.each([
  ['Check your mail', ['“mail”: use email']],
  ['No mail server is configured', []],
  [
    'Please sign in, whoever you are',
    ['“sign in”: use log in, log out, login', '“whoever”: use people, someone, team member'],
  ],
  ['The sender has taken it back', ['“taken it back”: use stop sharing, revoke, cancel']],
  ['Email links expire after', []],
])('“%s” has the faults %j', (text, faults) => {
  expect(faultsOf('web/src/page.tsx', text)).toEqual(faults)
})

test('an exception excuses only the words it matches', () => {
  const file = 'web/content/blog/page.md'
  expect(faultsOf(file, withoutAllowed(file, 'Mail it to the state'))).toEqual(['“Mail”: use email'])
})

test('texts are found in every place that people read', () => {
  const places = [
    ...['contract/src/', 'redaction/src/', 'scripts/', 'server/src/', 'web/src/'],
    ...['knowledge/src/', 'knowledge/cards/', 'knowledge/forms/', 'knowledge/states/'],
    ...['web/src/features/knowledge/states.tsx', 'web/src/app/content/states.server.ts'],
    ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'knowledge/README.md', 'redaction/README.md'],
    ...['docs/architecture.md', 'docs/operations.md', 'docs/scale.md', 'docs/security.md', 'docs/decisions/'],
    ...['web/content/blog/', 'web/content/faqs/', 'web/content/pages/', 'web/content/tutorials/'],
  ]
  const empty = places.filter((place) => texts.filter(({ file }) => file.startsWith(place)).length < 10)
  expect(empty).toEqual([])
})

test('everything people read uses the words of the glossary', () => {
  const faults = texts.flatMap(({ file, line, text }) =>
    faultsOf(file, withoutAllowed(file, text)).map((fault) => `${file}:${line} ${fault} in “${text}”`),
  )
  expect(faults).toEqual([])
})

test.each(allowed)('the exception $text is still needed: $why', (entry) => {
  const isUsed = texts.some(
    ({ file, text }) =>
      faultsOf(file, withoutAllowed(file, text, [entry])).length < faultsOf(file, text).length,
  )
  expect(isUsed).toBe(true)
})
