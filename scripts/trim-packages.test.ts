import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const script = path.join(import.meta.dirname, 'trim-packages.js')
const { platform, arch } = process
const library = `onnxruntime-node/bin/napi-v6/${platform}/${arch}/library`
const kept = [
  'fastify/fastify.js',
  'fastify/types.d.ts',
  'fastify/mapper.js',
  'node/node_modules/node-here/bin/node',
]
const unneeded = [
  `onnxruntime-node/bin/napi-v6/${platform}/other/library`,
  `onnxruntime-node/bin/napi-v6/other/${arch}/library`,
  'node/node_modules/node-here/include/node/node.h',
  'fastify/fastify.js.map',
  'fastify/deep/module.d.ts.map',
]

async function trimmed(files: string[]) {
  const modules = await mkdtemp(path.join(tmpdir(), 'exempta-modules-'))
  onTestFinished(() => rm(modules, { recursive: true }))
  for (const file of files) {
    await mkdir(path.join(modules, path.dirname(file)), { recursive: true })
    await writeFile(path.join(modules, file), '')
  }
  const { status, stderr } = spawnSync(process.execPath, [script, modules], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  const left = await readdir(modules, { recursive: true, withFileTypes: true })
  return left
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(modules, path.join(entry.parentPath, entry.name)))
    .sort()
}

it('removes what no program opens, and nothing else', async () => {
  expect(await trimmed([...kept, library, ...unneeded])).toEqual([...kept, library].sort())
})

it('leaves the libraries alone where there are none for this system', async () => {
  const foreign = unneeded.slice(0, 2)
  expect(await trimmed(foreign)).toEqual([...foreign].sort())
})
