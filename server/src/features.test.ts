import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { topics } from '@exempta/contract/events'
import { describe, expect, it } from 'vitest'
import { features, jobHandlers } from './features.ts'
import { linkPurposes } from './platform/one-time-links/one-time-links.ts'
import type { Services } from './platform/services.ts'

// Handlers only keep the services for later: nothing is called here.
const handlers = jobHandlers({ sandbox: { slots: 1 } } as unknown as Services)
const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$|^demo\//.test(file))
  .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))

/** The names given to a definition anywhere in the sources. */
const defined = (definition: RegExp) =>
  sources.flatMap((source) => [...source.matchAll(definition)].map(([, name]) => name)).sort()

describe('the features together', () => {
  it('have a folder each, and each folder is listed', () => {
    const folders = readdirSync(path.join(import.meta.dirname, 'features')).sort()
    const names = features.map(({ name }) => name).filter((name) => name !== 'platform' && name !== 'api-v1')
    expect(names.sort()).toEqual(folders)
  })

  it('handle every job that is defined, once', () => {
    const names = handlers.map(({ job }) => job.name).sort()
    expect(names).toEqual(defined(/defineJob\(\{\s*name: '([^']+)'/g))
  })

  it('list every email that is defined, once', () => {
    const names = features.flatMap(({ emails }) => emails.map(({ name }) => name)).sort()
    const inFeatures = defined(/defineEmail\(\{\s*name: '([^']+)'/g).filter((name) => name !== 'test')
    expect(names).toEqual(inFeatures)
  })

  it('answer every hook that is run', () => {
    const answered = features.flatMap(({ hooks }) => Object.keys(hooks({} as Services)))
    expect([...new Set(answered)].sort()).toEqual([...new Set(defined(/hooks\.run\(tx, '([^']+)'/g))])
  })

  it('own each live topic and each purpose of a one-time link, once', () => {
    expect(features.flatMap((feature) => feature.topics).sort()).toEqual([...topics].sort())
    expect(features.flatMap((feature) => feature.links).sort()).toEqual([...linkPurposes].sort())
  })
})
