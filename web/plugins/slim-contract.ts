import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type ESTree, type Plugin, parseSync, transformWithOxc } from 'vite'
import { type Neighbour, type SlimModule, withoutSchemas } from './without-schemas.ts'

const contract = path.join(import.meta.dirname, '../../contract/src')
const scope = '@exempta/contract/'
const suffix = '?without-schemas'

/**
 * Gives the browser the contract's routes without their schemas, and so most pages without zod. A module that
 * reads a route's `body`, or imports a schema, gets the whole one.
 */
export function slimContract(): Plugin {
  const known = new Map<string, Promise<SlimModule>>()

  function slim(file: string): Promise<SlimModule> {
    const module = known.get(file) ?? read(file)
    known.set(file, module)
    return module
  }

  async function read(file: string): Promise<SlimModule> {
    const { code } = await transformWithOxc(await readFile(file, 'utf8'), file)
    const neighbours = new Map<string, Neighbour>()
    for (const { value: source } of importsIn(code).map((one) => one.source)) {
      if (!source.startsWith('./')) continue
      const module = await slim(path.join(contract, source))
      neighbours.set(source, { ...module, source: isWorthwhile(module) ? source + suffix : source })
    }
    return withoutSchemas(code, neighbours)
  }

  return {
    name: 'exempta:slim-contract',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',

    transform: {
      filter: { id: /\/web\/src\/.*\.tsx?$/, code: scope },
      async handler(code) {
        let slimmer = code
        // From the end, so that the places of those before stay true.
        for (const statement of importsIn(code).reverse()) {
          const source = statement.source.value
          if (!source.startsWith(scope)) continue
          const module = await slim(path.join(contract, `${source.slice(scope.length)}.ts`))
          if (!isWorthwhile(module)) continue
          const isWhole = ({ local: { name } }: ESTree.ImportDeclarationSpecifier) =>
            module.schemaNames.has(name) || new RegExp(`\\b${name}\\.(?:body|query|params)\\b`).test(code)
          const whole = statement.specifiers.filter(isWhole)
          const slimmed = statement.specifiers.filter((specifier) => !isWhole(specifier))
          const named = (specifiers: typeof whole, from: string) =>
            `import { ${specifiers.map(({ start, end }) => code.slice(start, end)).join(', ')} } from '${from}';`
          slimmer =
            slimmer.slice(0, statement.start) +
            (whole.length > 0 ? named(whole, source) : '') +
            (slimmed.length > 0 ? named(slimmed, source + suffix) : '') +
            slimmer.slice(statement.end)
        }
        return slimmer === code ? null : { code: slimmer, map: null }
      },
    },

    resolveId: {
      filter: { id: /^(?:@exempta\/contract|\.)\/[\w-]+(?:\.ts)?\?without-schemas$/ },
      handler: (source) =>
        `${path.join(contract, path.basename(source.slice(0, -suffix.length), '.ts'))}.ts${suffix}`,
    },

    load: {
      filter: { id: /\?without-schemas$/ },
      handler: async (id) => ({ code: (await slim(id.slice(0, -suffix.length))).code, moduleType: 'js' }),
    },
  }
}

const isWorthwhile = ({ schemaNames, hasRoutes }: SlimModule) => hasRoutes || schemaNames.size > 0

const importsIn = (code: string) =>
  parseSync('module.js', code).program.body.filter((one) => one.type === 'ImportDeclaration')
