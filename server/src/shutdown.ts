/** The first signal ends cleanly: requests and jobs finish or go back to the queue. The second ends at once. */
export function onShutdown(stop: () => Promise<void>, print: (line: string) => void): void {
  let isStopping = false
  const end = async (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(130)
    isStopping = true
    print(signal === 'SIGINT' ? 'Stopping. Press Ctrl-C again to stop at once.' : 'Stopping.')
    try {
      await stop()
      process.exit(0)
    } catch (error) {
      process.stderr.write(`Stopping failed: ${error instanceof Error ? error.message : String(error)}\n`)
      process.exit(1)
    }
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}

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
