/**
 * Repeats a step that handles at most `size` rows and returns how many it handled, until a batch is not full. Each
 * step opens its own transaction, so that no sweep holds locks for long. A step must not meet the same rows again.
 */
export async function inBatches(size: number, step: (size: number) => Promise<number>): Promise<void> {
  while ((await step(size)) === size);
}
