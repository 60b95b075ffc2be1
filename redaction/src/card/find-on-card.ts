import type { Finding } from '../finding.ts'
import type { Picture } from '../picture/picture.ts'
import type { Line, TextReader } from '../reader/text-reader.ts'
import { Refusal } from '../refusal.ts'
import { type CardSecrets, findCardSecrets } from './find-card-secrets.ts'
import { readCard } from './read-card.ts'

export type CardSide = 'front' | 'back'

/** Reads a card until everything expected on that side is found; refuses it otherwise. */
export async function findOnCard(
  reader: TextReader,
  page: Picture,
  side: CardSide | undefined,
  signal?: AbortSignal,
): Promise<{ findings: Finding[]; lines: Line[] }> {
  const readings = await readCard(reader, page, (made) => isEnough(findCardSecrets(made), side), signal)
  const secrets = findCardSecrets(readings)
  if (!isAcceptable(secrets, side)) {
    throw new Refusal(side === 'back' ? 'card-code-not-found' : 'card-number-not-found')
  }
  return { findings: secrets.findings, lines: readings[readings.length - 1] ?? [] }
}

const isEnough = ({ numbers, codes }: CardSecrets, side: CardSide | undefined) =>
  side === 'back' ? codes.length > 0 : numbers.some((number) => number.isComplete)

const isAcceptable = ({ numbers, codes }: CardSecrets, side: CardSide | undefined) =>
  side === 'back' ? codes.length > 0 : numbers.length > 0
