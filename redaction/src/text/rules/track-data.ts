import type { Rule } from './rule.ts'

const tracks = [
  /%?[Bb]\d{12,19}\^[^\n?^]{2,40}\^\d{4,}[^\n?]{0,60}\??/g,
  /;?\d{13,19}=\d{7,}[^\n?]{0,20}\??/g,
]

/** What a card reader types: the content of the magnetic stripe. */
export const findTrackData: Rule = ({ text }) =>
  tracks.flatMap((track) =>
    [...text.matchAll(track)].map((match) => {
      const end = match.index + match[0].length
      return { kind: 'track-data', start: match.index, end, valueEnd: end, confidence: 0.99 }
    }),
  )
