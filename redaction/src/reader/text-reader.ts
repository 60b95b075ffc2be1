import type { Quad } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'

export interface Glyph {
  text: string
  quad: Quad
  confidence: number
}

/** One line of text as it was found, at any angle, with a quad for every character. */
export interface Line {
  text: string
  glyphs: Glyph[]
  quad: Quad
  confidence: number
}

export interface ReadOptions {
  /** Longer side, in pixels, of the picture that text is looked for in. */
  detectionSide: number
  /** Also looks for text in pictures scaled up to `detectionSide`. */
  enlarge?: boolean | undefined
  /** Areas of the picture whose text is known already: lines inside one of them are not read. */
  known?: readonly Quad[] | undefined
  /** The way that the text runs, in radians, where it is known: nothing is read to find out. */
  direction?: number | undefined
  /**
   * How much care is taken: `numbers` reads anew, by another network, what may hold digits, and `former` reads everything by
   * that one, which is slower and better on cards.
   */
  care?: 'quick' | 'numbers' | 'former' | undefined
  signal?: AbortSignal | undefined
}

/** The port to character recognition. */
export interface TextReader {
  read(picture: Picture, options: ReadOptions): Promise<Line[]>
  /** Reads text at known places, each along its first side: one line for each, in the same order. */
  readLines?(
    picture: Picture,
    places: readonly Quad[],
    options?: Pick<ReadOptions, 'care' | 'signal'>,
  ): Promise<Line[]>
}
