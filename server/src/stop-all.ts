/**
 * Stops the parts in reverse order of their start. A part that fails does not keep the others from stopping; the
 * first error is thrown.
 */
export async function stopAll(stops: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = []
  for (const stop of stops.toReversed()) {
    try {
      await stop()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
