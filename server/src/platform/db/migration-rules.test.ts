import { expect, test } from 'vitest'
import { readProductSchema } from './schema-source.ts'

const { base, migrations, foundation, schema } = await readProductSchema()

// Columns and tables that the previous release uses must stay, because both releases run on the new schema for a
// while.
const isDestructive =
  /\bdrop (table|column|view|function|procedure)\b|\brename (column|to)\b|\balter column \w+ (type|set data type|set not null)\b/i
/** Mark a change to something that the previous release no longer uses, and a table that is there again at the end. */
const unused = /^-- Unused since \d{4}\./m
const replaced = /^-- .*\bReplaced in this migration: the table has the same name and columns\.$/m

const isAllowed = (text: string) =>
  !isDestructive.test(text.replaceAll(/\s+/g, ' ')) || unused.test(text) || replaced.test(text)

test('no migration takes away what the release before needs', () => {
  expect(migrations.filter(({ text }) => !isAllowed(text)).map(({ name }) => name)).toEqual([])
})

test.each([
  ['alter table a drop column b', false],
  ['alter table a\n  alter column b set not null', false],
  ['alter table a rename to b', false],
  ['-- Unused since 0031.\nalter table a drop column b', true],
  [
    '-- Replaced in this migration: the table has the same name and columns.\nalter table a rename to b; create table a (id int)',
    true,
  ],
  ['alter table a add column b text; drop index c', true],
])('%s', (text, allowed) => {
  expect(isAllowed(text)).toBe(allowed)
})

/** Kinds and names, with the table of a trigger. */
function definitionsIn(text: string): string[] {
  const others = /^create (?:or replace )?((?:view|function|procedure) \w+)/gim
  const triggers = /^create (?:or replace )?(trigger \w+)[^;]*?\b(on \w+)/gim
  return [
    ...[...text.matchAll(others)].map(([, name = '']) => name),
    ...[...text.matchAll(triggers)].map(([, name, table]) => `${name} ${table}`),
  ]
}

test('a view, function or trigger exists once, in server/schema', () => {
  const inMigrations = [base, ...migrations].flatMap((file) => definitionsIn(file?.text ?? ''))
  expect(inMigrations).toEqual([])
  const defined = [...foundation, ...schema].flatMap(({ text }) => definitionsIn(text))
  expect(defined).toContain('view received_documents')
  expect(defined.filter((name, index) => defined.indexOf(name) !== index)).toEqual([])
})
