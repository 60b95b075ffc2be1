/** The share of the corpus that one run works on, so that several machines or evenings can share it. */
export interface Part {
  /** Counted from 0. */
  index: number
  of: number
}

const wholeCorpus: Part = { index: 0, of: 1 }

export const isMine = ({ index, of }: Part, position: number) => position % of === index

/** Reads `--part=1/3`. */
export function partOf(flags: readonly string[]): Part {
  const flag = flags.find((text) => text.startsWith('--part'))
  if (!flag) return wholeCorpus
  const [, number, of] = /^--part=(\d+)\/(\d+)$/.exec(flag) ?? []
  if (Number(number) >= 1 && Number(number) <= Number(of))
    return { index: Number(number) - 1, of: Number(of) }
  throw new Error(`Write --part=1/3 for the first of three parts, not ${flag}.`)
}
