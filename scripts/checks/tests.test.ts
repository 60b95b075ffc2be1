import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseAst } from 'vitest/node'
import { root } from '../run-command.ts'

/** A node of the syntax tree, as far as this check looks at it. */
interface Node {
  type: string
  start: number
  [key: string]: unknown
}

const loops = ['ForOfStatement', 'ForInStatement', 'ForStatement', 'WhileStatement', 'DoWhileStatement']
const loopMethods = ['forEach', 'map', 'flatMap', 'filter', 'find', 'every', 'some', 'reduce', 'from']
const functions = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']
const settling = ['rejects', 'resolves']
const testFunctions = ['test', 'it', 'describe']
const testModifiers = ['each', 'for', 'skipIf', 'runIf', 'skip', 'only', 'concurrent', 'sequential', 'fails']

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Node) => Object.values(node).flat().filter(isNode)
const argumentsOf = (call: Node) => call.arguments as Node[]

/** `test(…)`, `test.each(…)(…)`, but no call of another object that is named `test`. */
function isTestCall(call: Node): boolean {
  let callee = call.callee as Node
  while (callee.type !== 'Identifier') {
    if (callee.type === 'CallExpression') callee = callee.callee as Node
    else if (callee.type !== 'MemberExpression') return false
    else if (!testModifiers.includes(String((callee.property as Node).name))) return false
    else callee = callee.object as Node
  }
  return testFunctions.includes(String(callee.name))
}

/** `expect` or `expect.soft`. */
function isExpect({ name, object, property }: Node): boolean {
  return name === 'expect' || ((object as Node)?.name === 'expect' && (property as Node)?.name === 'soft')
}

/** A text that is the same for every row names none. */
function namesRow(text: Node | undefined): boolean {
  if (!text || text.type === 'Literal') return false
  return text.type !== 'TemplateLiteral' || (text.expressions as Node[]).length > 0
}

/** Its rows are filled into the title. */
const namesEach = (title: Node | undefined) => namesRow(title) || /[%$]\w/.test(String(title?.value))

function isEach(call: Node): boolean {
  const each = (call.callee as Node).type === 'CallExpression' && ((call.callee as Node).callee as Node)
  return each && ['each', 'for'].includes(String((each.property as Node | undefined)?.name))
}

function isLoop(node: Node): boolean {
  if (loops.includes(node.type)) return true
  if (node.type !== 'CallExpression') return false
  const method = (node.callee as Node).property as Node | undefined
  return (
    loopMethods.includes(String(method?.name)) &&
    argumentsOf(node).some(({ type }) => functions.includes(type))
  )
}

/** Positions of what does not say which row failed. */
function findNamelessRows(source: string): number[] {
  const helpers = new Map<string, Node>()
  const found: number[] = []
  const program = parseAst(source, { lang: 'ts' }) as unknown as Node
  collectHelpers(program)
  visit(program, false)
  return [...new Set(found)]

  /** Functions of the file, by name. */
  function collectHelpers(node: Node): void {
    const body = node.type === 'VariableDeclarator' ? (node.init as Node | null) : node
    const name = ((node.id as Node | undefined)?.name ?? '') as string
    if (name && body && functions.includes(body.type)) helpers.set(name, body)
    for (const child of childrenOf(node)) collectHelpers(child)
  }

  function visit(node: Node, inLoop: boolean): void {
    let isInLoop = inLoop || isLoop(node)
    if (node.type === 'CallExpression') {
      const { type, name } = node.callee as Node
      const [first, second] = argumentsOf(node)
      if (inLoop && isExpect(node.callee as Node) && !namesRow(second)) {
        found.push(node.start)
      }
      if (isTestCall(node)) {
        if ((inLoop && !namesRow(first)) || (isEach(node) && !namesEach(first))) found.push(node.start)
        isInLoop = false
      }
      const helper = inLoop && type === 'Identifier' && helpers.get(String(name))
      if (helper) {
        helpers.delete(String(name))
        visit(helper, true)
      }
    }
    // Vitest drops the message of `rejects` when nothing was rejected, which is the failure that matters.
    if (
      inLoop &&
      node.type === 'MemberExpression' &&
      settling.includes(String((node.property as Node).name))
    ) {
      found.push(node.start)
    }
    for (const child of childrenOf(node)) visit(child, isInLoop)
  }
}

test('a test that loops says which row failed', async () => {
  const nameless: string[] = []
  for await (const file of glob('{contract,redaction,server,web,scripts,bench}/**/*.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'build',
  })) {
    const source = await readFile(path.join(root, file), 'utf8')
    if (!source.includes('expect')) continue
    for (const start of findNamelessRows(source)) {
      nameless.push(`${file}:${source.slice(0, start).split('\n').length}`)
    }
  }
  expect(nameless).toEqual([])
})

test.each([
  'for (const row of rows) expect(row).toBe(1)',
  'for (let at = 0; at < 9; at++) { if (at) expect(at).toBe(1) }',
  "for (const row of rows) expect(row, 'the same for all').toBe(1)",
  'for (const row of rows) expect.soft(row).toBe(1)',
  'rows.forEach((row) => expect(row).toBe(1))',
  'await Promise.all(rows.map(async (row) => expect(await read(row)).toBe(1)))',
  'for (const row of rows) await expect(read(row), row).rejects.toThrow()',
  'const check = (row) => expect(row).toBe(1); for (const row of rows) check(row)',
  'function check() { expect(1).toBe(1) } for (const row of rows) check()',
  "for (const row of rows) test('the same name', () => {})",
  "test.each(rows)('the same name', () => {})",
])('does not say which row failed: %s', (source) => {
  expect(findNamelessRows(source)).toHaveLength(1)
})

test.each([
  'for (const row of rows) expect(row, row.name).toBe(1)',
  'for (const row of rows) expect.soft(row, row.name).toBe(1)',
  'for (const row of rows) for (const at of row) expect(at, nameOf(row, at)).toBe(1)',
  'expect(rows.map((row) => row.name)).toEqual([])',
  'const check = (row) => expect(row, row).toBe(1); for (const row of rows) check(row)',
  'for (const row of rows) test(nameOf(row), () => expect(row).toBe(1))',
  "test.each(rows)('a row named %s', (row) => expect(row).toBe(1))",
  "describe.each(rows)('$name', ({ name }) => { it('works', () => expect(name).toBe(1)) })",
  'for (const row of rows) test.clock.advance(row)',
])('says which row failed: %s', (source) => {
  expect(findNamelessRows(source)).toEqual([])
})

test('no test waits for the database that the name of its file excludes', async () => {
  const never: string[] = []
  for await (const file of glob('server/src/**/*.{embedded,postgres}.test.ts', { cwd: root })) {
    const other = file.endsWith('.embedded.test.ts') ? 'postgres' : 'embedded'
    const source = await readFile(path.join(root, file), 'utf8')
    if (source.includes(`runIf(testDatabaseKind() === '${other}'`)) never.push(file)
  }
  expect(never).toEqual([])
})
