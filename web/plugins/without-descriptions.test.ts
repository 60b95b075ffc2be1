import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutDescriptionsIn } from './without-descriptions.ts'

test.each([
  ['one line', "sales: z.int().describe('Recorded sales'),", 'sales: z.int(),'],
  [
    'several lines',
    "z\n  .boolean()\n  .describe(\n    'True if (and only if) it’s so.',\n  )",
    'z\n  .boolean()',
  ],
  ['a quote in it', "z.string().describe('Don\\'t').optional()", 'z.string().optional()'],
  ['nothing else', "describe('a test', () => {})", "describe('a test', () => {})"],
])('takes out a description: %s', (_, code, rest) => {
  expect(withoutDescriptionsIn(code)).toBe(rest)
})

test('no description of the contract is left', () => {
  const folder = join(import.meta.dirname, '../../contract/src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(20)
  const left = files.filter((file) =>
    /\.describe\(/.test(withoutDescriptionsIn(readFileSync(join(folder, file), 'utf8'))),
  )
  expect(left).toEqual([])
})
