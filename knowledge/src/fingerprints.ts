import az5000a from '../fingerprints/az-5000a.json' with { type: 'json' }
import caCdtfa230 from '../fingerprints/ca-cdtfa-230.json' with { type: 'json' }
import coDr5002 from '../fingerprints/co-dr-5002.json' with { type: 'json' }
import ctResale from '../fingerprints/ct-resale.json' with { type: 'json' }
import gaSt5 from '../fingerprints/ga-st-5.json' with { type: 'json' }
import ia31014 from '../fingerprints/ia-31-014.json' with { type: 'json' }
import ilCrt61 from '../fingerprints/il-crt-61.json' with { type: 'json' }
import inSt105 from '../fingerprints/in-st-105.json' with { type: 'json' }
import ksSt28a from '../fingerprints/ks-st-28a.json' with { type: 'json' }
import ky51a105 from '../fingerprints/ky-51a105.json' with { type: 'json' }
import maSt4 from '../fingerprints/ma-st-4.json' with { type: 'json' }
import mdSuggested from '../fingerprints/md-suggested.json' with { type: 'json' }
import mi3372 from '../fingerprints/mi-3372.json' with { type: 'json' }
import mnSt3 from '../fingerprints/mn-st3.json' with { type: 'json' }
import mo149 from '../fingerprints/mo-149.json' with { type: 'json' }
import mtcUniform from '../fingerprints/mtc-uniform.json' with { type: 'json' }
import neForm13 from '../fingerprints/ne-form-13.json' with { type: 'json' }
import njSt3 from '../fingerprints/nj-st-3.json' with { type: 'json' }
import nySt120 from '../fingerprints/ny-st-120.json' with { type: 'json' }
import ohStecU from '../fingerprints/oh-stec-u.json' with { type: 'json' }
import paRev1220 from '../fingerprints/pa-rev-1220.json' with { type: 'json' }
import sstF0003 from '../fingerprints/sst-f0003.json' with { type: 'json' }
import tnBlanket from '../fingerprints/tn-blanket.json' with { type: 'json' }
import tx01339 from '../fingerprints/tx-01-339.json' with { type: 'json' }
import utTc721 from '../fingerprints/ut-tc-721.json' with { type: 'json' }
import vaSt10 from '../fingerprints/va-st-10.json' with { type: 'json' }
import vtS3 from '../fingerprints/vt-s-3.json' with { type: 'json' }
import wiS211 from '../fingerprints/wi-s-211.json' with { type: 'json' }
import { type PrintedWord, unpackWords } from './printed-words.ts'
import { readFile } from './read-file.ts'
import { Fingerprint } from './schema.ts'
import { unpackPairs } from './word-pairs.ts'

const files = {
  'az-5000a': az5000a,
  'ca-cdtfa-230': caCdtfa230,
  'co-dr-5002': coDr5002,
  'ct-resale': ctResale,
  'ga-st-5': gaSt5,
  'ia-31-014': ia31014,
  'il-crt-61': ilCrt61,
  'in-st-105': inSt105,
  'ks-st-28a': ksSt28a,
  'ky-51a105': ky51a105,
  'ma-st-4': maSt4,
  'md-suggested': mdSuggested,
  'mi-3372': mi3372,
  'mn-st3': mnSt3,
  'mo-149': mo149,
  'mtc-uniform': mtcUniform,
  'ne-form-13': neForm13,
  'nj-st-3': njSt3,
  'ny-st-120': nySt120,
  'oh-stec-u': ohStecU,
  'pa-rev-1220': paRev1220,
  'sst-f0003': sstF0003,
  'tn-blanket': tnBlanket,
  'tx-01-339': tx01339,
  'ut-tc-721': utTc721,
  'va-st-10': vaSt10,
  'vt-s-3': vtS3,
  'wi-s-211': wiS211,
}

export interface PageFingerprint {
  form: string
  page: number
  /** Hashes of word pairs, smallest first. */
  pairs: Uint32Array
  /** What is printed on the blank; empty for pages without zones. */
  words: PrintedWord[]
  marks: NonNullable<Fingerprint['pages'][number]['marks']>
}

/** The pages of all learned forms. Large: only what recognizes pages needs them, and no browser loads them. */
export const fingerprints: readonly PageFingerprint[] = Object.entries(files).flatMap(([name, file]) =>
  unpackFingerprint(readFile(`fingerprints/${name}.json`, Fingerprint, file)),
)

export function unpackFingerprint({ code, pages }: Fingerprint): PageFingerprint[] {
  return pages.map(({ page, pairs, words = '', marks = [] }) => ({
    form: code,
    page,
    pairs: unpackPairs(pairs),
    words: unpackWords(words),
    marks,
  }))
}
