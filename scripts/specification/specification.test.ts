import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { limits } from '@exempta/contract/limits'
import { texts } from '@exempta/contract/texts'
import { describe, expect, it } from 'vitest'
import { root } from '../run-command.ts'
import { businessAndAdmin } from './business-and-admin.ts'
import { decisions } from './decisions.ts'
import { literally, quoted, unlisted } from './extract.ts'
import { specifiedLimits, specifiedNumbers } from './limits.ts'
import { ordinaryWords } from './ordinary-words.ts'
import { platform } from './platform.ts'
import { replaced } from './replaced.ts'
import { specifiedRoutes } from './routes.ts'
import type { SpecifiedTexts } from './row.ts'

const documents: Record<string, SpecifiedTexts> = {
  platform,
  'business-and-admin': businessAndAdmin,
  decisions,
}

const rows = Object.entries(documents).flatMap(([document, sections]) =>
  Object.entries(sections).flatMap(([section, files]) =>
    Object.entries(files).flatMap(([file, texts]) =>
      texts.map((text) => {
        const [says, asserted] = typeof text === 'string' ? [text, text] : text
        return { document, section, file, says, asserted }
      }),
    ),
  ),
)

const sourceOf = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** `texts.login.failed`, under which tests also find the words. */
const namesOf = (words: string, group: object = texts, name = 'texts'): string[] =>
  Object.entries(group).flatMap(([key, value]) =>
    value === words
      ? [`${name}.${key}`]
      : typeof value === 'object'
        ? namesOf(words, value, `${name}.${key}`)
        : [],
  )

/** A test has the words as a whole string or pattern, or at its beginning if they end with a placeholder. */
function asserts(source: string, words: string): boolean {
  const [beforePlaceholder = '', ...rest] = words.split('{')
  const end = rest.length > 0 ? '' : '(?!\\w| \\w)'
  return (
    new RegExp(`['"\`/^]${literally(beforePlaceholder)}${end}`).test(source) ||
    namesOf(words).some((name) => source.includes(name))
  )
}

describe('a test asserts what the specification says', () => {
  it.each(rows)('$document, $section: $says in $file', ({ file, asserted }) => {
    expect(asserts(sourceOf(file), asserted), `${file} doesn’t assert “${asserted}”`).toBe(true)
  })

  it.each(specifiedLimits)('$limit is $is', ({ limit, is, by, words }) => {
    expect(limits[limit]).toEqual(is)
    expect(sourceOf(by).includes(words), `${by} doesn’t have “${words}”`).toBe(true)
  })

  it.each(specifiedNumbers)('$says in $by', ({ by, words }) => {
    expect(sourceOf(by).includes(words), `${by} doesn’t have “${words}”`).toBe(true)
  })

  it.each(Object.entries(specifiedRoutes))('%s in %s', (route, file) => {
    const address = literally(route).replace(/\\\{id\\\}|:slug/, '[\\w-]+')
    expect(
      new RegExp(`['"\`]${address}['"\`?/#]`).test(sourceOf(file)),
      `${file} doesn’t open ${route}`,
    ).toBe(true)
  })
})

const everywhere = [
  ...specifiedLimits.flatMap(({ says }) => says),
  ...specifiedNumbers.map(({ says }) => says),
  ...Object.keys(specifiedRoutes),
  ...replaced.map(({ says }) => says),
  ...ordinaryWords,
]

/** Sections with a number are about several screens and repeat what those say. */
const listedUnder = (document: string, section: string) => [
  ...everywhere,
  ...rows
    .filter((row) => /^\d/.test(section) || (row.document === document && row.section === section))
    .map(({ says }) => says),
]

// The specification isn't part of the repository. Where it lies beside it, the list is compared with it.
const folder = path.join(root, '../shared/spec')
const markdownOf = (document: string) => readFileSync(path.join(folder, `${document}.md`), 'utf8')

describe.runIf(existsSync(folder))('the list, compared with the specification', () => {
  it.each(['platform', 'business-and-admin'])('%s says nothing that is not listed', (document) => {
    const found = [...unlisted(markdownOf(document), (section) => listedUnder(document, section))]
    expect(found.map(({ section, text, line }) => `${section}: “${text}” in “${line}”`)).toEqual([])
  })

  it('decisions quotes nothing that is not listed', () => {
    const listed = listedUnder('decisions', '0')
    expect(quoted(markdownOf('decisions')).filter((text) => !listed.includes(text))).toEqual([])
  })

  it('lists nothing that the specification does not say', () => {
    const markdown = Object.keys(documents).map(markdownOf).join('\n')
    const listed = [...everywhere, ...rows.map(({ says }) => says)]
    expect(listed.filter((text) => !markdown.includes(text))).toEqual([])
  })
})
