/** How a page is told by its words: hashes of neighboring words, which survive a bad scan better than whole lines. */
import { hashPair } from './hash.ts'

const normalized = (word: string) => word.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Hashes of all pairs of neighboring words within each line, sorted. */
export function hashWordPairs(lines: readonly string[]): number[] {
  const pairs = new Set<number>()
  for (const line of lines) {
    const words = line.split(/\s+/).map(normalized).filter(Boolean)
    for (let at = 1; at < words.length; at++) pairs.add(hashPair(`${words[at - 1]} ${words[at]}`))
  }
  return [...pairs].sort((one, other) => one - other)
}

/** Four bytes each, smallest first, in base64. */
export function packPairs(pairs: readonly number[]): string {
  const bytes = new DataView(new ArrayBuffer(pairs.length * 4))
  for (const [at, pair] of pairs.entries()) bytes.setUint32(at * 4, pair)
  let binary = ''
  for (let at = 0; at < bytes.byteLength; at++) binary += String.fromCharCode(bytes.getUint8(at))
  return btoa(binary)
}

export function unpackPairs(packed: string): Uint32Array {
  const binary = atob(packed)
  const pairs = new Uint32Array(binary.length / 4)
  for (let at = 0; at < pairs.length; at++)
    pairs[at] =
      ((binary.charCodeAt(at * 4) << 24) |
        (binary.charCodeAt(at * 4 + 1) << 16) |
        (binary.charCodeAt(at * 4 + 2) << 8) |
        binary.charCodeAt(at * 4 + 3)) >>>
      0
  return pairs
}
