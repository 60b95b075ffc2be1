import { Readable } from 'node:stream'
import { csvLine, csvStart } from '@exempta/contract/csv'
import {
  type listRules as contract,
  type PublishedRule,
  type RuleFilter,
  ruleTopicWords,
} from '@exempta/contract/knowledge'
import type { RouteOutput, RouteParsed } from '@exempta/contract/route'
import { type CatalogEntry, createCatalog } from '@exempta/knowledge/catalog'
import { addMonths } from '@exempta/knowledge/dates'
import type { RuleSet } from '@exempta/knowledge/rules-file'
import { states } from '@exempta/knowledge/states'
import { z } from 'zod'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { FileAnswer } from '../../platform/http/send-file.ts'
import { rulesInForce } from '../../platform/rules/loaded-rules.ts'
import type { Services } from '../../platform/services.ts'

const list = defineKeyset('rules', z.tuple([z.string()]))

// A source that nobody opened for longer than this may have changed.
const checkedWithinMonths = 12

const stateNames = [...states.values()]
  .filter(({ kind }) => kind !== 'military')
  .map(({ code, name }) => ({ code, name }))
  .sort((one, other) => one.name.localeCompare(other.name))

interface Searched {
  entry: CatalogEntry
  text: string
}

// One for the rules of the release, and one for each file that was activated since the start.
const known = new WeakMap<RuleSet, readonly Searched[]>()

function catalogOf(rules: RuleSet): readonly Searched[] {
  let found = known.get(rules)
  if (!found) {
    found = createCatalog(rules).map((entry) => {
      const { id, subject, text, source, topic } = entry
      const parts = [id, subject, text, source.title, source.quote, source.address, ruleTopicWords[topic]]
      return { entry, text: parts.join(' ').toLowerCase() }
    })
    known.set(rules, found)
  }
  return found
}

/** The rules that answers are based on. They are the same for everybody. */
export function listRules(
  { clock }: Services,
  { cursor, limit, ...filter }: RouteParsed<typeof contract>['query'],
): RouteOutput<typeof contract> {
  const after = list.read(cursor)?.[0] ?? ''
  const rows = matchingRules(filter, clock.now()).filter(({ id }) => id > after)
  return {
    ...list.page(rows, limit, ({ id }) => [id]),
    knowledgeVersion: rulesInForce().version,
    states: stateNames,
  }
}

function matchingRules(
  { search, state, topic, confidence, checked }: RuleFilter,
  now: Date,
): PublishedRule[] {
  const today = now.toISOString().slice(0, 10)
  const words = search?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  return catalogOf(rulesInForce())
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map(({ entry }) => entry)
    .filter((entry) => !topic || entry.topic === topic)
    .filter((entry) => !confidence || entry.confidence === confidence)
    .filter((entry) => !state || entry.states.length === 0 || entry.states.includes(state))
    .map((entry) => asRule(entry, today))
    .filter(({ isOutdated }) => !checked || isOutdated === (checked === 'outdated'))
}

const asRule = ({ source, states: places, ...entry }: CatalogEntry, today: string): PublishedRule => ({
  ...entry,
  states: [...places],
  source,
  isOutdated: addMonths(source.seenOn, checkedWithinMonths) < today,
})

const contentType = 'text/csv; charset=utf-8'

export function downloadRules(
  { clock }: Services,
  filter: RuleFilter,
): FileAnswer<typeof contentType, 'never'> {
  const now = clock.now()
  const lines = matchingRules(filter, now).map(cellsOf).map(csvLine)
  return {
    name: `rules-${now.toISOString().slice(0, 10)}.csv`,
    contentType,
    content: Readable.from([csvStart + csvLine(headings), ...lines]),
    // Published rules are nobody's data.
    recordOpening: 'never',
  }
}

const headings = [
  'Rule',
  'About',
  'State or form',
  'States',
  'Text',
  'Confidence',
  'From',
  'Until',
  'Source',
  'Address',
  'Quote',
  'Seen on',
  'Not checked for a year',
]

const cellsOf = (rule: PublishedRule) => [
  rule.id,
  ruleTopicWords[rule.topic],
  rule.subject,
  rule.states.join(' '),
  rule.text,
  rule.confidence,
  rule.from,
  rule.until,
  rule.source.title,
  rule.source.address,
  rule.source.quote ?? null,
  rule.source.seenOn,
  rule.isOutdated ? 'yes' : 'no',
]
