import { type ESTree, parseSync, Visitor } from 'vite'

/** A contract's module as pages need it that only call: routes are method and path, and no schema is left. */
export interface SlimModule {
  code: string
  /** What only the whole module has: schemas, and whatever is made of them. */
  schemaNames: ReadonlySet<string>
  hasRoutes: boolean
}

export interface Neighbour {
  /** Where the rest is imported from. */
  source: string
  schemaNames: ReadonlySet<string>
}

/** Takes JavaScript. What is imported from elsewhere than its neighbours is zod's. */
export function withoutSchemas(code: string, neighbours: ReadonlyMap<string, Neighbour>): SlimModule {
  const { program } = parseSync('contract.js', code)
  const identifiers = identifiersIn(program)
  const text = ({ start, end }: ESTree.Span) => code.slice(start, end)
  const schemaNames = new Set<string>()
  const holdsSchema = ({ start, end }: ESTree.Span) =>
    identifiers.some((one) => one.start >= start && one.end <= end && schemaNames.has(one.name))
  const kept: string[] = []
  let hasRoutes = false

  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      const neighbour = neighbours.get(statement.source.value)
      const isSchema = (name: string) => !neighbour || neighbour.schemaNames.has(name)
      const names = statement.specifiers.map(({ local }) => local.name)
      for (const name of names.filter(isSchema)) schemaNames.add(name)
      const others = names.filter((name) => !isSchema(name))
      if (others.length > 0) kept.push(`import { ${others.join(', ')} } from '${neighbour?.source}'`)
      continue
    }
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') {
      if (declaration?.type === 'FunctionDeclaration' && declaration.id && holdsSchema(declaration))
        schemaNames.add(declaration.id.name)
      else kept.push(text(statement))
      continue
    }
    const before = code.slice(statement.start, declaration.start)
    for (const { id, init } of declaration.declarations) {
      if (id.type !== 'Identifier' || !init) throw new Error('A contract declares by plain names only.')
      const route = routeParts(init)
      hasRoutes ||= route !== undefined
      if (route) kept.push(`${before}const ${id.name} = { ${route.map(text).join(', ')} }`)
      else if (holdsSchema(init)) schemaNames.add(id.name)
      else kept.push(`${before}const ${id.name} = ${isCall(init) ? '/* @__PURE__ */ ' : ''}${text(init)}`)
    }
  }
  return { code: kept.join('\n'), schemaNames, hasRoutes }
}

function identifiersIn(program: ESTree.Program): { name: string; start: number; end: number }[] {
  const found: { name: string; start: number; end: number }[] = []
  new Visitor({ Identifier: (node) => void found.push(node) }).visit(program)
  return found
}

const isCall = ({ type }: ESTree.Expression) => type === 'CallExpression' || type === 'NewExpression'

/** Of `defineRoute({ … })` what a caller needs; undefined for anything else. */
function routeParts(init: ESTree.Expression): ESTree.ObjectPropertyKind[] | undefined {
  if (init.type !== 'CallExpression' || init.callee.type !== 'Identifier') return
  if (init.callee.name !== 'defineRoute') return
  const [route] = init.arguments
  if (route?.type !== 'ObjectExpression') throw new Error('A contract declares its routes in place.')
  return route.properties.filter(
    (part) =>
      part.type === 'Property' &&
      part.key.type === 'Identifier' &&
      (part.key.name === 'method' || part.key.name === 'path'),
  )
}
