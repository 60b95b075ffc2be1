/** Ends the parts, the last started first. One that fails keeps no other from ending; the first error is told. */
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
