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
