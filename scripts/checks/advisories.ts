/**
 * `npm run advisories`: asks the configured registry for known vulnerabilities of the packages in the lock file (0001).
 * High and critical ones in the product fail the run unless `accepted` names them; others are listed.
 * Without a registry that answers, the run says that nothing was checked, and doesn't fail.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { root } from '../run-command.ts'

interface Accepted {
  /** The address of the advisory. */
  url: string
  reason: string
}

const accepted: readonly Accepted[] = []

interface Advisory {
  name: string
  title: string
  url: string
  severity: string
}

/** What npm prints: a report, or why there is none. */
interface Printed {
  auditReportVersion?: number
  /** A package that only uses another one names it. */
  vulnerabilities?: Record<string, { via: (Advisory | string)[] }>
  message?: string
}

export interface Verdict {
  isFailed: boolean
  lines: string[]
}

/** What npm reported about the packages in the product, and about all packages. */
export function judge(product: string, everything: string, list: readonly Accepted[] = accepted): Verdict {
  const found = [product, everything].map(readReport)
  const [inProduct, inAll] = found
  if (!Array.isArray(inProduct) || !Array.isArray(inAll)) {
    const reason = found.find((one) => typeof one === 'string')
    return { isFailed: false, lines: [`Advisories were NOT checked. ${reason}`] }
  }
  const productUrls = new Set(inProduct.map(({ url }) => url))
  const lines: string[] = []
  let isFailed = false
  for (const { name, severity, title, url } of inAll) {
    const reason = list.find((one) => one.url === url)?.reason
    const isGrave = productUrls.has(url) && (severity === 'high' || severity === 'critical') && !reason
    isFailed ||= isGrave
    const where = productUrls.has(url) ? 'in the product' : 'only for building and testing'
    const suffix = reason
      ? ` (accepted: ${reason})`
      : isGrave
        ? ' Update it, or accept it with a reason.'
        : ''
    lines.push(`${severity}: ${name}, ${where}: ${title} ${url}${suffix}`)
  }
  const sum = inAll.length === 0 ? 'no known advisory' : `advisories: ${inAll.length}`
  return { isFailed, lines: [...lines, `Advisories were checked: ${sum}.`] }
}

/** The advisories, or why there is no report. */
function readReport(json: string): Advisory[] | string {
  const { auditReportVersion, vulnerabilities, message } = parsed(json)
  if (auditReportVersion !== 2 || !vulnerabilities) {
    return message ? `The registry gave no report: ${message}` : 'npm gave no report.'
  }
  const all = Object.values(vulnerabilities).flatMap(({ via }) =>
    via.filter((one) => typeof one !== 'string'),
  )
  return [...new Map(all.map((one) => [`${one.name} ${one.url}`, one])).values()]
}

function parsed(json: string): Printed {
  try {
    return JSON.parse(json) as Printed
  } catch {
    return {}
  }
}

const limitMs = 60_000

/** npm's own words, whatever its exit status. */
async function audit(...options: string[]): Promise<string> {
  const child = spawn('npm', ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000', ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: limitMs,
  })
  const failed = once(child, 'error').then(() => '')
  return Promise.race([text(child.stdout), failed])
}

if (import.meta.main) {
  const [product, everything] = await Promise.all([audit('--omit=dev'), audit()])
  const { isFailed, lines } = judge(product, everything)
  for (const line of lines) console.log(line)
  if (isFailed) process.exitCode = 1
}
