import { describe, expect, test } from 'vitest'
import { testDatabaseKind } from '../../../test/database.ts'
import { deniedCalls, systemCallFilter } from './system-call-filter.ts'

const allow = 0x7fff0000
const endProcess = 0x80000000
const notPermitted = 0x00050001
const notImplemented = 0x00050026

/** What the kernel answers to a call: the few instructions of the filter, carried out. */
function answerTo(program: Buffer, call: { machine: number; number: number; flags?: number }): number {
  const words = new Map([
    [0, call.number],
    [4, call.machine],
    [16, call.flags ?? 0],
  ])
  let loaded = 0
  for (let at = 0; at < program.length; at += 8) {
    const [code, value] = [program.readUInt16LE(at), program.readUInt32LE(at + 4)]
    const jump = (holds: boolean) => {
      at += 8 * program.readUInt8(at + (holds ? 2 : 3))
    }
    if (code === 0x20) loaded = words.get(value) as number
    else if (code === 0x15) jump(loaded === value)
    else if (code === 0x35) jump(loaded >= value)
    else if (code === 0x45) jump((loaded & value) !== 0)
    else if (code === 0x06) return value
    else throw new Error(`Not an instruction: ${code}`)
  }
  throw new Error('The filter ends without an answer.')
}

// No database is touched: one of the two runs it.
describe.runIf(testDatabaseKind() === 'embedded')('the system call filter', () => {
  const thread = 0x3d0f00
  const x64 = { machine: 0xc000003e, read: 0, clone: 56, clone3: 435 }
  const arm64 = { machine: 0xc00000b7, read: 63, clone: 220, clone3: 435 }
  test.each([
    ['x64', x64, arm64],
    ['arm64', arm64, x64],
  ] as const)('of %s allows reading and threads, and refuses the rest of the list', (arch, own, other) => {
    const filter = systemCallFilter(arch) as Buffer
    const ask = (number: number, flags?: number) =>
      answerTo(filter, { machine: own.machine, number, ...(flags !== undefined && { flags }) })
    const calls = deniedCalls(arch)
    expect(calls.size).toBeGreaterThan(55)
    expect(new Set(calls.values()).size).toBe(calls.size)
    const passed = [...calls].filter(([, number]) => ask(number) !== notPermitted).map(([name]) => name)
    expect(passed).toEqual([])
    expect(ask(own.read)).toBe(allow)
    expect(ask(own.clone, thread)).toBe(allow)
    // A new process, and one with namespaces of its own.
    expect(ask(own.clone, 17)).toBe(notPermitted)
    expect(ask(own.clone, 0x10000000 | 17)).toBe(notPermitted)
    expect(ask(own.clone3)).toBe(notImplemented)
    expect(ask(own.read | 0x40000000)).toBe(notImplemented)
    expect(answerTo(filter, { machine: other.machine, number: own.read })).toBe(endProcess)
  })

  test('is left out on other processors', () => {
    expect(systemCallFilter('riscv64')).toBeUndefined()
  })
})
