/** What a record would say after a merge, and what it says once the merge is undone. */

import { isDeepStrictEqual } from 'node:util'
import { customerLimits } from '@exempta/contract/customers/limits'
import type { CustomerRecord } from './queries/records.ts'

export type MergedFields = Pick<
  CustomerRecord,
  'number' | 'other_names' | 'contacts' | 'addresses' | 'tags' | 'note' | 'parent_id'
>

const lists = ['other_names', 'contacts', 'addresses', 'tags'] as const

const isSame = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && typeof other === 'string'
    ? one.toLowerCase() === other.toLowerCase()
    : isDeepStrictEqual(one, other)

const joined = <One>(all: readonly One[], more: readonly One[]): One[] => [
  ...all,
  ...more.filter((one) => !all.some((other) => isSame(one, other))),
]

/** The target keeps what it has. It gets what only the source has, and the source's name as another name. */
export function mergedFields(
  source: CustomerRecord,
  target: CustomerRecord,
): { fields: MergedFields; notes: string[] } {
  const names = [source.name, ...source.other_names].filter((name) => !isSame(name, target.name))
  const note = [target.note, source.note].filter((one) => one !== null).join('\n') || null
  const isTooLong = note !== null && note.length > customerLimits.noteLength
  return {
    fields: {
      number: target.number ?? source.number,
      other_names: joined(target.other_names, names),
      contacts: joined(target.contacts, source.contacts),
      addresses: joined(target.addresses, source.addresses),
      tags: joined(target.tags, source.tags),
      note: isTooLong ? target.note : note,
      parent_id: target.parent_id ?? source.parent_id,
    },
    notes: [
      ...(target.number !== null && source.number !== null
        ? [`The customer keeps the number ${target.number} and is found by ${source.number}, too.`]
        : []),
      ...(isTooLong ? [`The note of ${source.name} is too long to add, so it isn’t shown anymore.`] : []),
    ],
  }
}

/** Takes out what the merge added, unless someone has changed it since. */
export function takenApart(
  now: MergedFields,
  { before, after }: { before: MergedFields; after: MergedFields },
): MergedFields {
  const fields = { ...now }
  if (now.number === after.number) fields.number = before.number
  if (now.note === after.note) fields.note = before.note
  if (now.parent_id === after.parent_id) fields.parent_id = before.parent_id
  for (const name of lists) {
    const had: readonly unknown[] = before[name]
    const added = (after[name] as readonly unknown[]).filter(
      (one) => !had.some((other) => isSame(one, other)),
    )
    Object.assign(fields, {
      [name]: (now[name] as readonly unknown[]).filter((one) => !added.some((other) => isSame(one, other))),
    })
  }
  return fields
}
