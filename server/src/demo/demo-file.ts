import { readFile } from 'node:fs/promises'

/** `npm run media` draws them. */
export const demoFile = (name: string): Promise<Buffer> =>
  readFile(new URL(`./files/${name}`, import.meta.url))
