/** What people and programs read when a value is refused and its schema has no words of its own for it. */
import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}
const formats: Record<string, string> = {
  email: 'an email address',
  uuid: 'an ID',
  date: 'a date such as 2026-12-31',
  datetime: 'a time such as 2026-12-31T09:30:00Z',
  url: 'an address that begins with https',
  base64: 'base64',
}

const amount = (limit: unknown, origin: string) => {
  const one = Number(limit) === 1
  if (origin === 'string') return `${limit} character${one ? '' : 's'}`
  return origin === 'array' || origin === 'set' ? `${limit} item${one ? '' : 's'}` : `${limit}`
}

const isOfNumber = ({ origin }: { origin: string }) => ['number', 'int', 'bigint'].includes(origin)

function demandOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      if (issue.input === undefined) return 'is required'
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_small': {
      if (isOfNumber(issue)) return `must be at least ${issue.minimum}`
      const isEmpty = issue.origin === 'string' && Number(issue.minimum) === 1
      return isEmpty ? 'is required' : `must have at least ${amount(issue.minimum, issue.origin)}`
    }
    case 'too_big':
      if (isOfNumber(issue)) return `must be at most ${issue.maximum}`
      return `must have at most ${amount(issue.maximum, issue.origin)}`
    case 'invalid_format':
      return formats[issue.format] ? `must be ${formats[issue.format]}` : 'isn’t valid'
    default:
      return 'isn’t valid'
  }
}

/** For programs: names the field. */
export function plainMessage(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys.join(', ')
    return issue.keys.length === 1 ? `There’s no field ${unknown}` : `There are no fields ${unknown}`
  }
  return `${(issue.path ?? []).join('.') || 'This'} ${demandOf(issue)}`
}

/** For forms: it stands beside its field. */
export const fieldMessage = (issue: Issue): string => `This field ${demandOf(issue)}`
