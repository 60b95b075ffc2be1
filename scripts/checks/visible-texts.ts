import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import {
  isJsxAttribute,
  isJsxText,
  isNoSubstitutionTemplateLiteral,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
} from 'typescript/unstable/ast/is'
import { API } from 'typescript/unstable/sync'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A text that a person may read, and where it is written. */
export interface VisibleText {
  readonly file: string
  readonly line: number
  readonly text: string
}

// Attributes whose strings are names and addresses, not words.
const technicalAttributes = new Set(['className', 'd', 'href', 'id', 'key', 'to', 'viewBox'])

/** Strings that read like words or figures: several, or one with a capital. Names, paths and SQL are not words. */
function isReadable(text: string): boolean {
  return (/\S\s+\S/.test(text) || /^[A-Z][A-Za-z]+\W*$|^\d[\w.]*[+%/]\w*$/.test(text)) && !isSql.test(text)
}
const isSql =
  /^(?:select|insert|update|delete|with|alter|set local|declare|truncate|exists|begin|fetch|close)\s|\b\w+ as \w+$/

/** Every readable string, template and JSX text of the TypeScript sources; “…” stands for what a template fills in. */
export function textsOfSources(isWanted: (file: string) => boolean): VisibleText[] {
  const api = new API({ cwd: root })
  try {
    const found = new Map<string, VisibleText[]>()
    for (const project of ['tsconfig.json', 'web/tsconfig.json']) {
      const [opened] = api
        .updateSnapshot({ openProject: path.join(root, project) })
        .getProjects()
        .filter(({ configFileName }) => path.relative(root, configFileName) === project)
      for (const name of opened?.program.getSourceFileNames() ?? []) {
        const file = path.relative(root, name)
        if (
          found.has(file) ||
          file.startsWith('..') ||
          /node_modules|\.d\.ts$|\.json$/.test(file) ||
          !isWanted(file)
        )
          continue
        const source = opened?.program.getSourceFile(name)
        if (source) found.set(file, [...textsIn(source, file, source.text)])
      }
    }
    return [...found.values()].flat()
  } finally {
    api.close()
  }
}

function* textsIn(node: Node, file: string, source: string): Generator<VisibleText> {
  if (node.kind === SyntaxKind.ImportDeclaration || node.kind === SyntaxKind.ExportDeclaration) return
  if (isTaggedTemplateExpression(node)) return
  if (isJsxAttribute(node) && technicalAttributes.has(node.name.getText())) return
  const text = ownText(node)?.replace(/\s+/g, ' ').trim()
  if (text && (isJsxText(node) || isReadable(text)))
    yield { file, line: source.slice(0, node.end).split('\n').length, text }
  const children: Node[] = []
  node.forEachChild((child) => {
    children.push(child)
    return undefined
  })
  for (const child of children) yield* textsIn(child, file, source)
}

function ownText(node: Node): string | undefined {
  if (isJsxText(node) || isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text
  if (isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
  return undefined
}

/** The lines of Markdown files, without code, addresses and front matter that is not shown. */
export async function textsOfMarkdown(patterns: readonly string[]): Promise<VisibleText[]> {
  const texts: VisibleText[] = []
  for await (const file of glob(patterns, { cwd: root, exclude: (name) => name.includes('node_modules') })) {
    let isCode = false
    const lines = (await readFile(path.join(root, file), 'utf8')).split('\n')
    for (const [index, line] of lines.entries()) {
      if (line.startsWith('```')) isCode = !isCode
      const text = line
        .replace(/`[^`]*`/g, ' ')
        .replace(/\]\([^)]*\)|https?:\S+|<[^>]*>/g, ' ')
        .trim()
      if (!isCode && text) texts.push({ file, line: index + 1, text })
    }
  }
  return texts
}

/** What the data of `knowledge` says to people, without the quotes: these are the words of the sources. */
export async function textsOfKnowledge(): Promise<VisibleText[]> {
  const texts: VisibleText[] = []
  for await (const file of glob('knowledge/{cards,forms,states}/*.json', { cwd: root })) {
    const lines = (await readFile(path.join(root, file), 'utf8')).split('\n')
    for (const [index, line] of lines.entries()) {
      const text = /^\s*"(?:name|text|title)": (".*?"),?$/.exec(line)?.[1]
      if (text) texts.push({ file, line: index + 1, text: JSON.parse(text) as string })
    }
  }
  return texts
}
