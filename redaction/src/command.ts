/**
 * `npm run -s redact -- IN OUT [--card front|back] [--json]`: exit 0 redacted or clean, 2 wrong use, 3 refused, 4 if
 * someone has to look at uncertain areas first.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { redact } from './redact.ts'
import type { Redaction } from './redaction.ts'

const exitCodes = { redacted: 0, clean: 0, refused: 3, uncertain: 4 } as const
const usage = 'Usage: npm run -s redact -- IN OUT [--card front|back] [--json]'

try {
  process.exitCode = await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`)
  process.exitCode = 2
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { card: { type: 'string' }, json: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [input, output] = positionals
  if (!input || !output || positionals.length > 2) throw new Error('Give one input file and one output file.')
  if (values.card !== undefined && values.card !== 'front' && values.card !== 'back') {
    throw new Error('--card must be front or back.')
  }
  const result = await redact(await readFile(input), {
    card: values.card,
    today: new Date().toISOString().slice(0, 10),
  })
  if (result.verdict !== 'refused') await writeFile(output, result.output)
  process.stdout.write(`${values.json ? JSON.stringify(reportOf(result)) : summaryOf(result)}\n`)
  return exitCodes[uncertainAreas(result) > 0 ? 'uncertain' : result.verdict]
}

function uncertainAreas(result: Redaction): number {
  if (result.verdict === 'refused') return 0
  return result.pages.reduce((sum, { uncertain }) => sum + uncertain.length, 0)
}

/** The result without its bytes. */
function reportOf(result: Redaction) {
  if (result.verdict === 'refused') return { ...result, pages: [] }
  const { verdict, type, output, thumbnail } = result
  const pages = result.pages.map(({ picture: _, ...page }) => page)
  return { verdict, type, outputBytes: output.length, thumbnailBytes: thumbnail.length, pages }
}

function summaryOf(result: Redaction): string {
  if (result.verdict === 'refused') return `refused (${result.reason}): ${result.advice}`
  const kinds = result.pages.flatMap(({ findings }) => findings.map(({ kind }) => kind))
  const hidden = kinds.length === 0 ? 'nothing was hidden' : [...new Set(kinds)].join(', ')
  const areas = uncertainAreas(result)
  if (areas > 0) return `uncertain: ${hidden}; ${areas} ${areas === 1 ? 'area needs' : 'areas need'} a look`
  return `${result.verdict}: ${hidden}`
}
