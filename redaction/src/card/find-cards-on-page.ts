import type { Finding } from '../finding.ts'
import { mapQuad } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import { croppedView } from '../picture/view.ts'
import type { Line, TextReader } from '../reader/text-reader.ts'
import { cardRegionsOf } from './card-regions.ts'
import { findOnCard } from './find-on-card.ts'

/** What to hide on cards that are only a part of a page; the page is refused when such a card would be. */
export async function findCardsOnPage(
  reader: TextReader,
  page: Picture,
  lines: readonly Line[],
  signal: AbortSignal | undefined,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const region of cardRegionsOf(lines)) {
    const { picture, toPage } = croppedView(page, region)
    const found = await findOnCard(reader, picture, { signal })
    findings.push(...found.findings.map((finding) => ({ ...finding, quad: mapQuad(finding.quad, toPage) })))
  }
  return findings
}
