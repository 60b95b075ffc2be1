import { texts } from '@exempta/contract/texts'

/** The words to show for something that was thrown: its own message when it has one. */
export function errorText(error: unknown, fallback: string = texts.errorOccurred): string {
  return error instanceof Error && error.message ? error.message : fallback
}
