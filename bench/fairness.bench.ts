import type { Document } from '@exempta/contract/documents'
import { createLog } from '../server/src/platform/log.ts'
import { Sandbox } from '../server/src/platform/sandbox/sandbox.ts'
import { startTestApp } from '../server/test/app.ts'
import { createPerson, signInAs } from '../server/test/people.ts'
import { textPdf, textPdfOfPages } from '../server/test/text-pdf.ts'
import { untilDocument, untilProcessed, uploadOne } from '../server/test/uploads.ts'
import type { Bench } from './bench.ts'
import { median } from './route/measure.ts'

const pageCount = 200
const rounds = 5
// The same on every page, so that a page of the long document takes what the short document takes.
const page = { width: 400, height: 120 }
const linesOf = (name: string) => ['Exemption certificate', `Name of purchaser: ${name}`]

/** `--whole` also waits for the end of the long documents. */
export const bench: Bench = {
  summary: `a one-page document beside a ${pageCount}-page one of somebody else, with one and two processes`,
  async run(print, flags) {
    const figures: Record<string, number> = {}
    for (const processes of [1, 2]) {
      const { alone, beside, resumedAt, seconds } = await measure(processes, flags.includes('--whole'))
      figures[`${processes}.aloneSeconds`] = median(alone)
      figures[`${processes}.besideSeconds`] = median(beside)
      figures[`${processes}.ratio`] = median(beside) / median(alone)
      figures[`${processes}.pagesReadTwiceAfterKill`] = resumedAt
      if (seconds !== undefined) figures[`${processes}.longDocumentSeconds`] = seconds
      print(`  ${processes}: alone ${shown(alone)}, beside ${shown(beside)}`)
    }
    return {
      figures,
      limits: {
        '1.ratio': { atMost: 3 },
        '2.ratio': { atMost: 3 },
        '1.pagesReadTwiceAfterKill': { atMost: 1 },
        '2.pagesReadTwiceAfterKill': { atMost: 1 },
      },
    }
  },
}

const shown = (seconds: number[]) => seconds.map((value) => value.toFixed(2)).join(' ')

async function measure(processes: number, isWhole: boolean) {
  const sandbox = new Sandbox(createLog('silent'), {
    processes,
    reservedProcesses: processes > 1 ? 1 : 0,
    memoryBytes: 1024 ** 3,
    pageTimeoutMs: 60_000,
    fileTimeoutMs: 1_800_000,
  })
  const test = await startTestApp({ sandbox, runJobs: true, logLevel: 'silent' })
  try {
    const [anna, ben] = [
      await signInAs(test, await createPerson(test)),
      await signInAs(test, await createPerson(test)),
    ]
    let files = 0
    const sendShort = async () => {
      const start = performance.now()
      const { id } = await uploadOne(test, ben, { bytes: textPdf(linesOf(`Ben ${++files}`), page) })
      await untilProcessed(test, ben, id)
      return (performance.now() - start) / 1000
    }
    // The models are loaded before anything is measured.
    await sendShort()
    const alone: number[] = []
    for (let round = 0; round < rounds; round++) alone.push(await sendShort())

    const pages = Array.from({ length: pageCount }, (_, at) => linesOf(`Anna ${at + 1}`))
    const start = performance.now()
    const long = await uploadOne(test, anna, { bytes: textPdfOfPages(pages, page) })
    const untilPage = (wanted: number) =>
      untilDocument<Document>(test, anna, long.id, ({ progress }) => (progress?.page ?? 0) >= wanted)
    await untilPage(3)
    const beside: number[] = []
    for (let round = 0; round < rounds; round++) beside.push(await sendShort())

    const { progress } = await untilPage(10)
    for (const pid of sandbox.figures.pids) process.kill(pid, 'SIGKILL')
    const { rows } = await test.database.executeAsOwner(
      `select count(*)::int as kept from stored_files where document_id = $1 and rendition like 'part-%'`,
      [long.id],
    )
    const resumedAt = (progress?.page ?? 0) - (rows[0] as { kept: number }).kept
    await untilPage((progress?.page ?? 0) + 3)
    if (!isWhole) return { alone, beside, resumedAt }
    await untilProcessed(test, anna, long.id)
    return { alone, beside, resumedAt, seconds: (performance.now() - start) / 1000 }
  } finally {
    await test.close()
  }
}
