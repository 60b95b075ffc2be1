import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { TamperedFileError } from './errors.ts'
import { generateMasterKey } from './master-key.ts'
import { openSecret, sealSecret } from './sealed-secrets.ts'

const master = generateMasterKey()
const name = { ownerId: randomUUID(), purpose: 'authenticator' } as const
const secret = Buffer.from('a small secret')

test('a secret opens for its owner', () => {
  expect(openSecret(master, sealSecret(master, secret, name), name)).toEqual(secret)
})

test('sealing the same secret twice gives different results', () => {
  expect(sealSecret(master, secret, name)).not.toEqual(sealSecret(master, secret, name))
})

test.each([
  ['for another owner', (sealed: Buffer) => openSecret(master, sealed, { ...name, ownerId: randomUUID() })],
  ['by another key', (sealed: Buffer) => openSecret(generateMasterKey(), sealed, name)],
  ['when it was cut', (sealed: Buffer) => openSecret(master, sealed.subarray(0, 20), name)],
  [
    'when it was changed',
    (sealed: Buffer) => {
      sealed.writeUInt8(sealed.readUInt8(14) ^ 1, 14)
      return openSecret(master, sealed, name)
    },
  ],
])('a secret does not open %s', (_case, open) => {
  expect(() => open(sealSecret(master, secret, name))).toThrow(TamperedFileError)
})
