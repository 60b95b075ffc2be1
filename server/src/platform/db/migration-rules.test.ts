import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { migrationsFolder } from './migrate.ts'

// Columns and tables that the previous release uses must stay, because both releases run on the new schema for a
// while.
const isDestructive =
  /\bdrop (table|column|view|function)\b|\bcall exempta_set_aside\b|\brename (column|to)\b|\balter column \w+ (type|set data type|set not null)\b/i
/** Mark a change to something that the previous release no longer uses, and a table that is there again at the end. */
const unused = /^-- Unused since \d{4}\./m
const replaced = /^-- .*\bReplaced in this migration: the table has the same name and columns\.$/m
// Two from before the first release, and the one whose functions drop months and replace tables.
const allowedExceptions = ['0011-signing-in.sql', '0015-ip-lists.sql', '0147-months.sql']

const isAllowed = (text: string) =>
  !isDestructive.test(text.replaceAll(/\s+/g, ' ')) || unused.test(text) || replaced.test(text)

test('no migration takes away what the release before needs', async () => {
  const refused: string[] = []
  for (const file of await readdir(migrationsFolder)) {
    if (!isAllowed(await readFile(new URL(file, migrationsFolder), 'utf8'))) refused.push(file)
  }
  expect(refused.sort()).toEqual(allowedExceptions)
})

test.each([
  ['alter table a drop column b', false],
  ['alter table a\n  alter column b set not null', false],
  ['alter table a rename to b', false],
  ['-- Unused since 0031.\nalter table a drop column b', true],
  ["call exempta_set_aside('a'); create table a (id int)", false],
  [
    "-- Replaced in this migration: the table has the same name and columns.\ncall exempta_set_aside('a'); create table a (id int)",
    true,
  ],
  ['alter table a add column b text; drop index c', true],
])('%s', (text, allowed) => {
  expect(isAllowed(text)).toBe(allowed)
})
