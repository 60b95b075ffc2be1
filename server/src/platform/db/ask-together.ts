interface Waiting<Key, Answer> {
  key: Key
  resolve(answer: Answer | undefined): void
  reject(error: unknown): void
}

/**
 * Asks for one key at once when nothing is under way; whoever comes meanwhile waits, and is then asked for together
 * with others who wait, `most` of them. Nobody gets an answer to a question that was sent before the own one was put.
 */
export function askTogether<Key, Answer>(
  askAll: (keys: Key[]) => Promise<(Answer | undefined)[]>,
  { most }: { most: number },
): (key: Key) => Promise<Answer | undefined> {
  let waiting: Waiting<Key, Answer>[] = []
  let isAsking = false

  async function askInTurn(): Promise<void> {
    isAsking = true
    while (waiting.length > 0) await answer(takeNext())
    isAsking = false
  }

  function takeNext(): Waiting<Key, Answer>[] {
    const next = waiting
    waiting = next.splice(most)
    return next
  }

  async function answer(asked: Waiting<Key, Answer>[]): Promise<void> {
    try {
      const answers = await askAll(asked.map(({ key }) => key))
      for (const [place, { resolve }] of asked.entries()) resolve(answers[place])
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!isAsking) void askInTurn()
    })
}
