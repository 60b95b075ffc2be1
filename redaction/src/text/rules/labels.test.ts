import { expect, test } from 'vitest'
import { findSecrets } from '../find-secrets.ts'
import { bankAccountLabels, numbersAbroad, routingLabels } from './bank-numbers.ts'
import { birthLabels } from './dates-of-birth.ts'
import { licenseLabels } from './identity-documents.ts'
import { privateNumbers, privateShapes } from './private-numbers.ts'

const tables = [
  ['routing-number', routingLabels],
  ['bank-account', [...bankAccountLabels, ...numbersAbroad]],
  ['date-of-birth', birthLabels],
  ['driver-license-number', licenseLabels],
  ['private-number', [...privateNumbers, ...privateShapes]],
] as const

test.each(
  tables.flatMap(([kind, labels]) => labels.map(({ example, pattern }) => ({ kind, example, pattern }))),
)('“$example” holds a $kind, by its own pattern', ({ kind, example, pattern }) => {
  expect(example).toMatch(new RegExp(pattern.source, 'i'))
  expect(findSecrets(example).map((secret) => secret.kind)).toContain(kind)
})
