/** Where a secret was expected and not found. Such a page is released only after its owner has looked at it. */
import type { Quad } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import type { Line } from '../reader/text-reader.ts'
import type { Finding, UncertainArea } from '../redaction.ts'
import type { SecretKind } from '../text/secret.ts'
import { isExplained, kindsOfPapers } from './kinds-of-papers.ts'

/** The areas of a page that a person must check, given everything that was found on it. */
export function findUncertainAreas(
  page: Pick<Picture, 'width' | 'height'>,
  lines: readonly Line[],
  findings: readonly Finding[],
): UncertainArea[] {
  const found = new Set<string>(findings.map(({ kind }) => kind))
  const missing = kindsOfPapers(lines)
    .filter((paper) => !isExplained(paper, lines))
    .flatMap(({ expects }) => expects.filter((alternatives) => !alternatives.some((kind) => found.has(kind))))
    .map(([expected]) => expected as SecretKind)
  return [...new Set(missing)].map((expected) => ({
    quad: wholePage(page),
    expected,
    reason: 'paper-without-secret',
  }))
}

const wholePage = ({ width, height }: Pick<Picture, 'width' | 'height'>): Quad => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
]
