/** What the public pages say about each state. Read when the pages are built, so that no page loads all rules. */
import { cardNotes, cardStatements } from '@exempta/knowledge/cards'
import { forms } from '@exempta/knowledge/forms'
import { placeInText } from '@exempta/knowledge/reasons'
import { formRuleId, rules } from '@exempta/knowledge/rules'
import type { Rule, Source } from '@exempta/knowledge/schema'
import { states } from '@exempta/knowledge/states'
import {
  type Statement,
  type StatePage,
  type StatePart,
  stateSlug,
} from '../../features/knowledge/state-page.ts'

const shown = [...states.values()]
  .filter(({ kind }) => kind !== 'military')
  .sort((one, other) => one.name.localeCompare(other.name))

export const stateSummaries = shown.map(({ name, kind, code }) => ({
  slug: stateSlug(name),
  name,
  isTerritory: kind === 'territory',
  lasts: firstLine(code),
}))

/** How long its main document lasts, for the list. */
function firstLine(code: string): string | null {
  const ofState = states.get(code)?.rules ?? []
  return (
    (ofState.find(({ about }) => about === 'lasts') ?? ofState.find(({ about }) => about === 'no-tax'))
      ?.text ?? null
  )
}

export function statePageOf(slug: string | undefined): StatePage {
  const state = shown.find(({ name }) => stateSlug(name) === slug)
  if (!state) throw new Error('There is no such state.')
  const { code, name, kind, lookUpAt } = state
  const ownForms = [...forms.values()].filter((form) => form.states.length === 1 && form.states[0] === code)
  const ownCodes = new Set(ownForms.map((form) => form.code))
  const ofState = rules.filter(
    (rule) =>
      (rule.states?.length === 1 && rule.states[0] === code) ||
      rule.forms?.every((form) => ownCodes.has(form)),
  )
  const about = (...topics: Rule['about'][]) =>
    ofState.filter((rule) => topics.includes(rule.about)).map((rule) => statementOf(rule.id, rule.text, rule))
  const formLines = ownForms.map((form) =>
    statementOf(
      formRuleId(form),
      `${form.name}: ${form.title}${form.revision ? ` (${form.revision})` : ''}. ${
        form.namesSeller ? 'It’s made out to one seller.' : 'It’s good for every seller.'
      }`,
      form,
    ),
  )
  const parts: StatePart[] = [
    { id: 'tax', title: 'Sales tax', statements: about('no-tax') },
    {
      id: 'accepts',
      title: `What ${placeInText(state)} accepts`,
      statements: [...formLines, ...about('accepts', 'other-number')],
    },
    { id: 'claims', title: 'Who is exempt', statements: about('claim') },
    { id: 'local', title: 'Local taxes', statements: about('local') },
    { id: 'lasts', title: 'How long it lasts', statements: about('lasts', 'after-end') },
    { id: 'requires', title: 'What must be on it', statements: about('requires') },
    { id: 'conditions', title: 'What to watch for', statements: about('condition', 'verify', 'small-sale') },
    { id: 'keeping', title: 'When to get it, and how long to keep it', statements: about('obtain', 'keep') },
    { id: 'numbers', title: 'Numbers', statements: about('number') },
    {
      id: 'cards',
      title: 'Federal government cards',
      statements: [
        ...cardStatements
          .filter((statement) => statement.state === code)
          .map(({ id, source, confidence }) => ({
            ...statementOf(id, source.quote ?? '', { source, confidence }),
            quote: null,
          })),
        ...cardNotes
          .filter((note) => note.state === code)
          .map(({ id, text, source, confidence }) => statementOf(id, text, { source, confidence })),
      ],
    },
  ]
  return {
    slug: stateSlug(name),
    name,
    isTerritory: kind === 'territory',
    lookUpAt,
    parts: parts.filter(({ statements }) => statements.length > 0),
  }
}

const statementOf = (
  id: string,
  text: string,
  {
    source,
    confidence,
    from = null,
    until = null,
  }: { source: Source; confidence: Rule['confidence']; from?: string | null; until?: string | null },
): Statement => ({
  id,
  text,
  isSure: confidence === 'high',
  isRead: source.seenAs === 'text',
  source: source.title,
  quote: source.quote ?? null,
  seenOn: source.seenOn,
  from,
  until,
})
