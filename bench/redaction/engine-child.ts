import { redact } from '@exempta/redaction'
import type { Answer, Job } from './engine-process.ts'
import { tesseractReader } from './tesseract-reader.ts'

process.on('message', async ({ bytes, options, reader }: Job) => {
  try {
    const start = performance.now()
    const ports = reader === 'tesseract' ? { reader: tesseractReader } : {}
    const result = await redact(bytes, { ...options, ports })
    const seconds = (performance.now() - start) / 1000
    const answer: Answer = { result, seconds, peakMegabytes: process.resourceUsage().maxRSS / 1024 }
    process.send?.(answer)
  } catch (error) {
    process.send?.({ error: String(error) })
  }
})
