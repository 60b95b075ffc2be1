import { randomUUID } from 'node:crypto'

const pattern = /^\d{4}-\d\d-\d\d\/\d{6}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Names tell when an object was begun and nothing else: `2026-03-02/150000-<uuid>`. They sort by that time,
 * so that the sweep finds what is old without asking for the date of each.
 */
export const newObjectName = (now: Date): string => `${timeOf(now)}-${randomUUID()}`

/** Sorts after every name begun before that second, and before every later one. */
export const firstNameAt = (time: Date): string => timeOf(time)

export const isObjectName = (name: string): boolean => pattern.test(name)

function timeOf(time: Date): string {
  const text = time.toISOString()
  return `${text.slice(0, 10)}/${text.slice(11, 19).replaceAll(':', '')}`
}
