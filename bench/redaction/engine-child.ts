import { redact } from '@exempta/redaction'
import { onnxReader } from '../../redaction/src/reader/onnx-reader.ts'
import { placeFormsOfBench } from '../../redaction/test/forms/place-made-up-forms.ts'
import { cachedReader } from './cache.ts'
import type { Answer, Job } from './engine-process.ts'
import { tesseractReader } from './tesseract-reader.ts'

const readers = {
  product: {},
  cached: { reader: cachedReader },
  pictures: { reader: { read: onnxReader.read } },
  tesseract: { reader: tesseractReader },
}

const today = new Date().toISOString().slice(0, 10)

process.on('message', async ({ bytes, options, reader, withoutForms }: Job) => {
  try {
    const placeForm = withoutForms ? () => undefined : await placeFormsOfBench()
    const start = performance.now()
    const cpuStart = process.cpuUsage()
    const result = await redact(bytes, { ...options, today, ports: { ...readers[reader], placeForm } })
    const seconds = (performance.now() - start) / 1000
    const { user, system } = process.cpuUsage(cpuStart)
    const cpuSeconds = (user + system) / 1e6
    const answer: Answer = {
      result,
      seconds,
      cpuSeconds,
      peakMegabytes: process.resourceUsage().maxRSS / 1024,
    }
    process.send?.(answer)
  } catch (error) {
    process.send?.({ error: String(error) })
  }
})
