import { reasonOf, rulesAbout, type Step } from './step.ts'

/** Words that say nothing about who a business is. */
const filler = new Set(
  'the and of co company corp corporation inc incorporated llc llp lp ltd limited store stores usa us'.split(
    ' ',
  ),
)

// The same few businesses ask again and again.
const known = new Map<string, string[]>()
const mostKnown = 1000

function wordsOf(name: string): string[] {
  let words = known.get(name)
  if (!words) {
    words = splitName(name)
    if (known.size >= mostKnown) known.clear()
    known.set(name, words)
  }
  return words
}

function splitName(name: string): string[] {
  const words = name
    .toLowerCase()
    .replace(/['’.]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !filler.has(word))
  return [...new Set(words)].sort()
}

const initials = (name: string) =>
  name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word[0] ?? '')
    .join('')

/** How far two names mean the same business. Abbreviations and partial matches are for a person to judge. */
export function compareNames(one: string, other: string): 'same' | 'unclear' | 'different' {
  if (one === other) return 'same'
  const [a, b] = [wordsOf(one), wordsOf(other)]
  if (a.length === 0 || b.length === 0) return 'unclear'
  if (a.length === b.length && a.every((word, at) => word === b[at])) return 'same'
  if (a.some((word) => b.includes(word))) return 'unclear'
  const [shortA, shortB] = [a.join(''), b.join('')]
  return initials(one).includes(shortB) || initials(other).includes(shortA) ? 'unclear' : 'different'
}

/** Words that name every seller. */
const everySeller = /^(all|any|every) (vendors?|sellers?|suppliers?|retailers?)$|^to whom it may concern$/i

/** Most certificates that a buyer fills in are good for the seller they name, and for nobody else. */
export const sellerNamed: Step = ({ facts, form, rules }, { red, amber }) => {
  const { seller, businessName, sellerNames, sellerSeenOn } = facts
  if (!seller?.trim() || form?.namesSeller === false || sellerSeenOn) return
  if (everySeller.test(seller.trim())) return
  const matches = [businessName, ...(sellerNames ?? [])].map((name) => compareNames(seller, name))
  if (matches.includes('same')) return
  const rule = rulesAbout(rules, 'requires').find(({ fields }) => fields.includes('seller'))
  if (matches.includes('unclear') || !rule) amber.push(reasonOf('seller-unclear', rule ?? null, { seller }))
  else red.push(reasonOf('other-seller', rule, { seller }))
}
