/**
 * The words printed on a blank form, as hashes with their places: enough to lay a filled page over the blank and to
 * leave out what is printed, without keeping the words themselves.
 */
import { hashPair } from './hash.ts'

/** Place and size are shares of the width and height of the page. */
export interface PrintedWord {
  hash: number
  /** How many letters and digits it has. */
  length: number
  x: number
  y: number
  width: number
  height: number
}

/** Only letters and digits count, and no case: readers differ about everything else. */
export const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

export const hashWord = (letters: string): number => hashPair(letters)

/** Begins and continues the hash of a word letter by letter, so that every part of a line can be tried cheaply. */
export const emptyHash = 0x811c9dc5
export const continueHash = (hash: number, letter: string): number =>
  Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)

const bytesPerWord = 13
const steps = 0xffff

export function packWords(words: readonly PrintedWord[]): string {
  const bytes = new DataView(new ArrayBuffer(words.length * bytesPerWord))
  for (const [i, { hash, length, x, y, width, height }] of words.entries()) {
    const at = i * bytesPerWord
    bytes.setUint32(at, hash)
    bytes.setUint8(at + 4, Math.min(length, 255))
    for (const [j, share] of [x, y, width, height].entries())
      bytes.setUint16(at + 5 + 2 * j, Math.round(Math.min(1, Math.max(0, share)) * steps))
  }
  let binary = ''
  for (let at = 0; at < bytes.byteLength; at++) binary += String.fromCharCode(bytes.getUint8(at))
  return btoa(binary)
}

export function unpackWords(packed: string): PrintedWord[] {
  const bytes = new DataView(Uint8Array.from(atob(packed), (byte) => byte.charCodeAt(0)).buffer)
  return Array.from({ length: Math.floor(bytes.byteLength / bytesPerWord) }, (_, i) => {
    const at = i * bytesPerWord
    const share = (offset: number) => bytes.getUint16(at + offset) / steps
    return {
      hash: bytes.getUint32(at),
      length: bytes.getUint8(at + 4),
      x: share(5),
      y: share(7),
      width: share(9),
      height: share(11),
    }
  })
}
