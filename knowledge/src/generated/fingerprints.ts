// Written by `npm run knowledge:index`. Do not edit.
import file0 from '../../fingerprints/az-5000a.json' with { type: 'json' }
import file1 from '../../fingerprints/ca-cdtfa-230.json' with { type: 'json' }
import file2 from '../../fingerprints/co-dr-5002.json' with { type: 'json' }
import file3 from '../../fingerprints/ct-resale.json' with { type: 'json' }
import file4 from '../../fingerprints/ga-st-5.json' with { type: 'json' }
import file5 from '../../fingerprints/ia-31-014.json' with { type: 'json' }
import file6 from '../../fingerprints/il-crt-61.json' with { type: 'json' }
import file7 from '../../fingerprints/in-st-105.json' with { type: 'json' }
import file8 from '../../fingerprints/ks-st-28a.json' with { type: 'json' }
import file9 from '../../fingerprints/ky-51a105.json' with { type: 'json' }
import file10 from '../../fingerprints/ma-st-4.json' with { type: 'json' }
import file11 from '../../fingerprints/md-suggested.json' with { type: 'json' }
import file12 from '../../fingerprints/mi-3372.json' with { type: 'json' }
import file13 from '../../fingerprints/mn-st3.json' with { type: 'json' }
import file14 from '../../fingerprints/mo-149.json' with { type: 'json' }
import file15 from '../../fingerprints/mtc-uniform.json' with { type: 'json' }
import file16 from '../../fingerprints/ne-form-13.json' with { type: 'json' }
import file17 from '../../fingerprints/nj-st-3.json' with { type: 'json' }
import file18 from '../../fingerprints/ny-st-120.json' with { type: 'json' }
import file19 from '../../fingerprints/oh-stec-u.json' with { type: 'json' }
import file20 from '../../fingerprints/pa-rev-1220.json' with { type: 'json' }
import file21 from '../../fingerprints/sst-f0003.json' with { type: 'json' }
import file22 from '../../fingerprints/tn-blanket.json' with { type: 'json' }
import file23 from '../../fingerprints/tx-01-339.json' with { type: 'json' }
import file24 from '../../fingerprints/ut-tc-721.json' with { type: 'json' }
import file25 from '../../fingerprints/va-st-10.json' with { type: 'json' }
import file26 from '../../fingerprints/vt-s-3.json' with { type: 'json' }
import file27 from '../../fingerprints/wi-s-211.json' with { type: 'json' }

export const files: Readonly<Record<string, unknown>> = {
  'az-5000a': file0,
  'ca-cdtfa-230': file1,
  'co-dr-5002': file2,
  'ct-resale': file3,
  'ga-st-5': file4,
  'ia-31-014': file5,
  'il-crt-61': file6,
  'in-st-105': file7,
  'ks-st-28a': file8,
  'ky-51a105': file9,
  'ma-st-4': file10,
  'md-suggested': file11,
  'mi-3372': file12,
  'mn-st3': file13,
  'mo-149': file14,
  'mtc-uniform': file15,
  'ne-form-13': file16,
  'nj-st-3': file17,
  'ny-st-120': file18,
  'oh-stec-u': file19,
  'pa-rev-1220': file20,
  'sst-f0003': file21,
  'tn-blanket': file22,
  'tx-01-339': file23,
  'ut-tc-721': file24,
  'va-st-10': file25,
  'vt-s-3': file26,
  'wi-s-211': file27,
}
