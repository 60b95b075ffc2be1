interface Waiting<Key, Answer> {
  key: Key
  resolve(runBatch: Answer | undefined): void
  reject(error: unknown): void
}

/**
 * Combines lookups by key into batches. A key is looked up at once when no lookup is running; keys that arrive in the
 * meantime wait and are looked up together, at most `maxBatchSize` at a time. A caller never gets a result from a
 * lookup that started before the call.
 */
export function batchLookups<Key, Answer>(
  lookUpAll: (keys: Key[]) => Promise<(Answer | undefined)[]>,
  { maxBatchSize }: { maxBatchSize: number },
): (key: Key) => Promise<Answer | undefined> {
  let waiting: Waiting<Key, Answer>[] = []
  let isRunning = false

  async function runBatches(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) await runBatch(takeNextBatch())
    isRunning = false
  }

  function takeNextBatch(): Waiting<Key, Answer>[] {
    const next = waiting
    waiting = next.splice(maxBatchSize)
    return next
  }

  async function runBatch(batch: Waiting<Key, Answer>[]): Promise<void> {
    try {
      const answers = await lookUpAll(batch.map(({ key }) => key))
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index])
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!isRunning) void runBatches()
    })
}
