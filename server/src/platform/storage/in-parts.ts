/** Gathers small pieces into parts of at least the given size; only the last may be smaller. */
export async function* inParts(
  pieces: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Buffer, void, void> {
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    waitingBytes += piece.length
    if (waitingBytes >= partBytes) {
      yield Buffer.concat(waiting)
      waiting = []
      waitingBytes = 0
    }
  }
  if (waitingBytes > 0) yield Buffer.concat(waiting)
}
