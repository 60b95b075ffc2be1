import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { contained } from './contain-errors.ts'

it('hands what a callback throws to the end of what it belongs to', () => {
  const ended: unknown[] = []
  const error = new Error('broken')
  const callback = contained(
    (isBroken: boolean) => {
      if (isBroken) throw error
    },
    (reason) => ended.push(reason),
  )
  callback(false)
  callback(true)
  expect(ended).toEqual([error])
})

/**
 * Callbacks that handle the errors of their requests or connections themselves, or that make one call that cannot
 * throw.
 */
const harmless = [
  'setInterval(app.endSlowBodies, paceMs).unref()',
  'setInterval(() => refusals.writeDue().catch(report), writeEveryMs).unref()',
  'setInterval(() => this.#lookAtAll(), this.#options.lookMs)',
  'for (const connection of this.#connections) connection.terminate()',
  "content.on('error', () => {})",
  "part.content.on('data', overwrite)",
  "request.on('data', overwrite)",
  "parser.on('partsLimit', tooLarge).on('filesLimit', tooLarge).on('fieldsLimit', tooLarge)",
  "socket.once('close', () => unused.delete(socket))",
  "app.server.on('request', ({ socket }) => unused.delete(socket))",
  "app.server.on('upgrade', ({ socket }) => unused.delete(socket))",
  'setTimeout(() => app.server.closeAllConnections(), longestEndMs).unref()',
  'setTimeout(() => this.#socket.terminate(), this.#limits.timeoutMs).unref()',
]

it.each(['http', 'realtime'])('every timer and event of requests and sockets is contained: %s', (folder) => {
  const path = fileURLToPath(new URL(`./${folder}/`, import.meta.url))
  const files = readdirSync(path).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const open = files.flatMap((name) => {
    const source = readFileSync(`${path}${name}`, 'utf8')
    const starts = source.matchAll(/\b(?:setInterval|setTimeout)\(|^.*\.(?:on|once)\(\s*'\w+'/gm)
    return [...starts].flatMap(({ index }) => {
      const statement = source.slice(source.lastIndexOf('\n', index) + 1, index + 200).trimStart()
      const isContained = statement.slice(0, 120).includes('contained(')
      return isContained || harmless.some((text) => statement.includes(text)) ? [] : [`${name}: ${statement}`]
    })
  })
  expect(open).toEqual([])
})
