/** Everything we know as one list, to be read by people: rules, forms and what is said about cards. */
import { cardNotes, cardStatements } from './cards.ts'
import { formRuleId } from './rules.ts'
import type { Confidence, Form, Rule, Source, State } from './schema.ts'

export interface CatalogEntry {
  id: string
  topic: Rule['about'] | 'form' | 'card'
  /** The state or form it belongs to. */
  subject: string
  /** Where it applies; empty for everywhere. */
  states: readonly string[]
  text: string
  from: string | null
  until: string | null
  confidence: Confidence
  source: Source
}

const issuers = {
  state: 'issued by the state',
  buyer: 'filled in by the buyer',
  federal: 'issued by the federal government',
}

/** What a form is, in a sentence. */
export const formText = ({ title, revision, issuedBy, namesSeller }: Form) =>
  `${title}${revision ? ` (${revision})` : ''}, ${issuers[issuedBy]}. ${
    namesSeller ? 'It names one seller.' : 'It’s good for every seller.'
  }`

interface Body {
  states: ReadonlyMap<string, State>
  forms: ReadonlyMap<string, Form>
  rules: readonly Rule[]
}

/** A body of rules as one list. */
export function createCatalog({ states, forms, rules }: Body): readonly CatalogEntry[] {
  const nameOf = (id: string) => {
    const owner = id.slice(0, id.indexOf('/'))
    return states.get(owner.toUpperCase())?.name ?? forms.get(owner)?.name ?? owner
  }

  /** A rule of a form applies where the form is good. */
  const placesOf = ({
    states: own,
    forms: of,
  }: {
    states?: string[] | undefined
    forms?: string[] | undefined
  }) => own ?? [...new Set(of?.flatMap((code) => forms.get(code)?.states ?? []))]

  return [
    ...rules.map(({ id, about, text, from, until, confidence, source, ...rule }) => ({
      id,
      topic: about,
      subject: nameOf(id),
      states: placesOf(rule),
      text,
      from,
      until,
      confidence,
      source,
    })),
    ...[...forms.values()].map((form) => ({
      id: formRuleId(form),
      topic: 'form' as const,
      subject: form.name,
      states: form.states,
      text: formText(form),
      from: null,
      until: null,
      confidence: form.confidence,
      source: form.source,
    })),
    ...cardStatements.map(({ id, state, source, confidence }) => ({
      id,
      topic: 'card' as const,
      subject: states.get(state)?.name ?? state,
      states: [state],
      text: source.quote ?? '',
      from: null,
      until: null,
      confidence,
      source,
    })),
    ...cardNotes.map(({ id, state, text, source, confidence }) => ({
      id,
      topic: 'card' as const,
      subject: states.get(state)?.name ?? state,
      states: [state],
      text,
      from: null,
      until: null,
      confidence,
      source,
    })),
  ].sort((one, other) => (one.id < other.id ? -1 : 1))
}
