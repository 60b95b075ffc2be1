export interface Cue {
  text: string
  startMs: number
  endMs: number
}

/** Captions as browsers read them. */
export function webVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ text, startMs, endMs }) => `${timeOf(startMs)} --> ${timeOf(endMs)}\n${text}\n`)
  return `WEBVTT\n\n${blocks.join('\n')}`
}

function timeOf(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const rest = String(Math.round(ms % 1000)).padStart(3, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${rest}`
}
