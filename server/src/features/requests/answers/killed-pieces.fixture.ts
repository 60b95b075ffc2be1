/** The app in a process that kills itself at a named step of the piece that begins at a given byte. */
import { type Location, openApp } from '../../../../test/open-app.ts'

export const steps = ['half written', 'written', 'published but not committed', 'not answered'] as const
export type Step = (typeof steps)[number]

export interface PieceDeath {
  location: Location
  step: Step
  at: number
}

if (import.meta.main) {
  const { location, step, at } = JSON.parse(process.argv[2] ?? '') as PieceDeath
  const die = () => process.kill(process.pid, 'SIGKILL')
  const { app, services } = await openApp(location, { runsJobs: false })
  const { files } = services
  const isIt = (rendition: string, now: Step) => rendition === `piece-${at}` && step === now
  services.files = {
    ...files,
    async put(file, content, options) {
      const isHalf = isIt(file.rendition, 'half written')
      const draft = await files.put(file, isHalf ? dyingHalfWay(content) : content, options)
      if (isIt(file.rendition, 'written')) die()
      return draft
    },
    async publish(tx, draft) {
      await files.publish(tx, draft)
      if (isIt(draft.file.rendition, 'published but not committed')) die()
    },
  }
  async function* dyingHalfWay(content: Uint8Array | AsyncIterable<Uint8Array>) {
    for await (const bytes of content instanceof Uint8Array ? [content] : content) {
      yield bytes.subarray(0, bytes.length / 2)
      die()
    }
  }
  app.addHook('onSend', async (request) => {
    if (step === 'not answered' && request.url.endsWith('/pieces')) die()
  })
  process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
}
