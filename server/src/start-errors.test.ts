import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { explainStartError } from './start-errors.ts'

const explanationOf = async (work: () => unknown) => {
  try {
    await work()
  } catch (error) {
    return explainStartError(error)
  }
  throw new Error('Nothing went wrong')
}

describe('an error at the start', () => {
  it('is explained in one line for a database that does not answer', async () => {
    const url = 'postgres://rosa:hunter2@127.0.0.1:1/exempta'
    const line = await explanationOf(() => openDatabase({ url, dataDir: '.' }))
    expect(line).toBe('PostgreSQL isn’t responding at the address in DATABASE_URL.')
  })

  it('is explained with the message of the configuration', async () => {
    expect(await explanationOf(() => readConfig({ PORT: 'x' }, []))).toMatch(/^PORT is "x"/)
    expect(explainStartError(new ConfigError('plain words'))).toBe('plain words')
  })

  it('is explained for one of several addresses that all failed', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    expect(explainStartError(new AggregateError([refused]))).toMatch('isn’t responding')
  })

  it('is explained when the connection to the database is lost', () => {
    const ended = Object.assign(new Error('terminating connection'), { code: '57P01' })
    for (const error of [ended, new Error('Connection terminated unexpectedly')])
      expect(explainStartError(error), error.message).toMatch('was lost')
  })

  it('is left alone where it is a defect', () => {
    expect(explainStartError(new TypeError('x is not a function'))).toBeUndefined()
    expect(explainStartError('text')).toBeUndefined()
  })
})
