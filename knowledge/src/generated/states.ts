// Written by `npm run knowledge:index`. Do not edit.
import file0 from '../../states/aa.json' with { type: 'json' }
import file1 from '../../states/ae.json' with { type: 'json' }
import file2 from '../../states/ak.json' with { type: 'json' }
import file3 from '../../states/al.json' with { type: 'json' }
import file4 from '../../states/ap.json' with { type: 'json' }
import file5 from '../../states/ar.json' with { type: 'json' }
import file6 from '../../states/as.json' with { type: 'json' }
import file7 from '../../states/az.json' with { type: 'json' }
import file8 from '../../states/ca.json' with { type: 'json' }
import file9 from '../../states/co.json' with { type: 'json' }
import file10 from '../../states/ct.json' with { type: 'json' }
import file11 from '../../states/dc.json' with { type: 'json' }
import file12 from '../../states/de.json' with { type: 'json' }
import file13 from '../../states/fl.json' with { type: 'json' }
import file14 from '../../states/ga.json' with { type: 'json' }
import file15 from '../../states/gu.json' with { type: 'json' }
import file16 from '../../states/hi.json' with { type: 'json' }
import file17 from '../../states/ia.json' with { type: 'json' }
import file18 from '../../states/id.json' with { type: 'json' }
import file19 from '../../states/il.json' with { type: 'json' }
import file20 from '../../states/in.json' with { type: 'json' }
import file21 from '../../states/ks.json' with { type: 'json' }
import file22 from '../../states/ky.json' with { type: 'json' }
import file23 from '../../states/la.json' with { type: 'json' }
import file24 from '../../states/ma.json' with { type: 'json' }
import file25 from '../../states/md.json' with { type: 'json' }
import file26 from '../../states/me.json' with { type: 'json' }
import file27 from '../../states/mi.json' with { type: 'json' }
import file28 from '../../states/mn.json' with { type: 'json' }
import file29 from '../../states/mo.json' with { type: 'json' }
import file30 from '../../states/mp.json' with { type: 'json' }
import file31 from '../../states/ms.json' with { type: 'json' }
import file32 from '../../states/mt.json' with { type: 'json' }
import file33 from '../../states/nc.json' with { type: 'json' }
import file34 from '../../states/nd.json' with { type: 'json' }
import file35 from '../../states/ne.json' with { type: 'json' }
import file36 from '../../states/nh.json' with { type: 'json' }
import file37 from '../../states/nj.json' with { type: 'json' }
import file38 from '../../states/nm.json' with { type: 'json' }
import file39 from '../../states/nv.json' with { type: 'json' }
import file40 from '../../states/ny.json' with { type: 'json' }
import file41 from '../../states/oh.json' with { type: 'json' }
import file42 from '../../states/ok.json' with { type: 'json' }
import file43 from '../../states/or.json' with { type: 'json' }
import file44 from '../../states/pa.json' with { type: 'json' }
import file45 from '../../states/pr.json' with { type: 'json' }
import file46 from '../../states/ri.json' with { type: 'json' }
import file47 from '../../states/sc.json' with { type: 'json' }
import file48 from '../../states/sd.json' with { type: 'json' }
import file49 from '../../states/tn.json' with { type: 'json' }
import file50 from '../../states/tx.json' with { type: 'json' }
import file51 from '../../states/ut.json' with { type: 'json' }
import file52 from '../../states/va.json' with { type: 'json' }
import file53 from '../../states/vi.json' with { type: 'json' }
import file54 from '../../states/vt.json' with { type: 'json' }
import file55 from '../../states/wa.json' with { type: 'json' }
import file56 from '../../states/wi.json' with { type: 'json' }
import file57 from '../../states/wv.json' with { type: 'json' }
import file58 from '../../states/wy.json' with { type: 'json' }

export const files: Readonly<Record<string, unknown>> = {
  'aa': file0,
  'ae': file1,
  'ak': file2,
  'al': file3,
  'ap': file4,
  'ar': file5,
  'as': file6,
  'az': file7,
  'ca': file8,
  'co': file9,
  'ct': file10,
  'dc': file11,
  'de': file12,
  'fl': file13,
  'ga': file14,
  'gu': file15,
  'hi': file16,
  'ia': file17,
  'id': file18,
  'il': file19,
  'in': file20,
  'ks': file21,
  'ky': file22,
  'la': file23,
  'ma': file24,
  'md': file25,
  'me': file26,
  'mi': file27,
  'mn': file28,
  'mo': file29,
  'mp': file30,
  'ms': file31,
  'mt': file32,
  'nc': file33,
  'nd': file34,
  'ne': file35,
  'nh': file36,
  'nj': file37,
  'nm': file38,
  'nv': file39,
  'ny': file40,
  'oh': file41,
  'ok': file42,
  'or': file43,
  'pa': file44,
  'pr': file45,
  'ri': file46,
  'sc': file47,
  'sd': file48,
  'tn': file49,
  'tx': file50,
  'ut': file51,
  'va': file52,
  'vi': file53,
  'vt': file54,
  'wa': file55,
  'wi': file56,
  'wv': file57,
  'wy': file58,
}
