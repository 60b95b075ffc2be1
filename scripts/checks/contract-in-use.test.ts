/** Limits and texts that nothing of the product reads say something about it that is not so. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { texts } from '@exempta/contract/texts'
import { expect, test } from 'vitest'
import { root } from '../run-command.ts'

const sources = ['contract', 'server', 'web']
  .flatMap((name) => {
    const folder = path.join(root, name, 'src')
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file))
  })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))

/** `texts.login.failed`, and `words.failed` in a file that has `const words = texts.login`. */
const read = new Set(
  sources.flatMap((source) => {
    const aliases = [...source.matchAll(/const (\w+) = ((?:texts|pageTexts)(?:\.\w+)*)\n/g)]
    const names = [
      ['texts', 'texts'],
      ['pageTexts', 'texts'],
    ]
    return [...names, ...aliases.map(([, alias = '', name = '']) => [alias, name])].flatMap(([alias, name]) =>
      [...source.matchAll(new RegExp(`\\b${alias}((?:\\.\\w+)+)`, 'g'))].map(([, keys]) => `${name}${keys}`),
    )
  }),
)
const isRead = (name: string) => [...read].some((used) => used === name || used.startsWith(`${name}.`))

test('the product reads every limit', () => {
  const declared = sources.flatMap((source) =>
    [...source.matchAll(/^export const \w*[lL]imits = \{\n(.*?)^\} as const/gms)].flatMap(([, body = '']) =>
      [...body.matchAll(/^ {2}(\w+): /gm)].map(([, name = '']) => name),
    ),
  )
  const used = new Set(
    sources.flatMap((source) => [...source.matchAll(/[lL]imits\.(\w+)/g)].map(([, name = '']) => name)),
  )
  expect(declared.length).toBeGreaterThan(200)
  expect(declared.filter((name) => !used.has(name))).toEqual([])
})

/** Specified for cases that cannot occur here: these calls answer with a person, or with an error that has a text. */
const outOfReach = ['login.noUser', 'register.noUser', 'register.profileFailed', 'profile.noUser']

test('the product reads every text', () => {
  const names = Object.entries(texts).flatMap(([group, words]) =>
    typeof words === 'string' ? [group] : Object.keys(words).map((name) => `${group}.${name}`),
  )
  expect(names.filter((name) => !isRead(`texts.${name}`))).toEqual(outOfReach)
})
