// Written by `npm run knowledge:index`. Do not edit.
import file0 from '../../forms/al-license.json' with { type: 'json' }
import file1 from '../../forms/al-ste-1.json' with { type: 'json' }
import file2 from '../../forms/ar-st391.json' with { type: 'json' }
import file3 from '../../forms/az-5000a.json' with { type: 'json' }
import file4 from '../../forms/ca-cdtfa-230.json' with { type: 'json' }
import file5 from '../../forms/co-dr-5002.json' with { type: 'json' }
import file6 from '../../forms/ct-resale.json' with { type: 'json' }
import file7 from '../../forms/dc-otr-368.json' with { type: 'json' }
import file8 from '../../forms/fl-dr-13.json' with { type: 'json' }
import file9 from '../../forms/fl-dr-14.json' with { type: 'json' }
import file10 from '../../forms/ga-st-5.json' with { type: 'json' }
import file11 from '../../forms/hi-g-17.json' with { type: 'json' }
import file12 from '../../forms/ia-31-014.json' with { type: 'json' }
import file13 from '../../forms/id-st-101.json' with { type: 'json' }
import file14 from '../../forms/il-crt-61.json' with { type: 'json' }
import file15 from '../../forms/il-e-letter.json' with { type: 'json' }
import file16 from '../../forms/in-st-105.json' with { type: 'json' }
import file17 from '../../forms/ks-st-28a.json' with { type: 'json' }
import file18 from '../../forms/ky-51a105.json' with { type: 'json' }
import file19 from '../../forms/la-r-1064.json' with { type: 'json' }
import file20 from '../../forms/la-remote.json' with { type: 'json' }
import file21 from '../../forms/ma-st-4.json' with { type: 'json' }
import file22 from '../../forms/md-exempt.json' with { type: 'json' }
import file23 from '../../forms/md-suggested.json' with { type: 'json' }
import file24 from '../../forms/me-resale.json' with { type: 'json' }
import file25 from '../../forms/mi-3372.json' with { type: 'json' }
import file26 from '../../forms/mn-st3.json' with { type: 'json' }
import file27 from '../../forms/mo-149.json' with { type: 'json' }
import file28 from '../../forms/ms-permit.json' with { type: 'json' }
import file29 from '../../forms/mtc-uniform.json' with { type: 'json' }
import file30 from '../../forms/nc-e-595e.json' with { type: 'json' }
import file31 from '../../forms/nd-sfn-21950.json' with { type: 'json' }
import file32 from '../../forms/ne-form-13.json' with { type: 'json' }
import file33 from '../../forms/nj-st-3.json' with { type: 'json' }
import file34 from '../../forms/nm-nttc.json' with { type: 'json' }
import file35 from '../../forms/nv-letter.json' with { type: 'json' }
import file36 from '../../forms/nv-tax-f005.json' with { type: 'json' }
import file37 from '../../forms/ny-st-119.1.json' with { type: 'json' }
import file38 from '../../forms/ny-st-120.json' with { type: 'json' }
import file39 from '../../forms/oh-stec-b.json' with { type: 'json' }
import file40 from '../../forms/oh-stec-u.json' with { type: 'json' }
import file41 from '../../forms/ok-permit.json' with { type: 'json' }
import file42 from '../../forms/pa-rev-1220.json' with { type: 'json' }
import file43 from '../../forms/ri-resale.json' with { type: 'json' }
import file44 from '../../forms/sc-st-8a.json' with { type: 'json' }
import file45 from '../../forms/sd-2040.json' with { type: 'json' }
import file46 from '../../forms/sst-f0003.json' with { type: 'json' }
import file47 from '../../forms/tn-blanket.json' with { type: 'json' }
import file48 from '../../forms/tn-issued.json' with { type: 'json' }
import file49 from '../../forms/tx-01-339.json' with { type: 'json' }
import file50 from '../../forms/us-sf-1094.json' with { type: 'json' }
import file51 from '../../forms/ut-tc-721.json' with { type: 'json' }
import file52 from '../../forms/va-st-10.json' with { type: 'json' }
import file53 from '../../forms/vt-s-3.json' with { type: 'json' }
import file54 from '../../forms/wa-reseller-permit.json' with { type: 'json' }
import file55 from '../../forms/wi-s-211.json' with { type: 'json' }

export const files: Readonly<Record<string, unknown>> = {
  'al-license': file0,
  'al-ste-1': file1,
  'ar-st391': file2,
  'az-5000a': file3,
  'ca-cdtfa-230': file4,
  'co-dr-5002': file5,
  'ct-resale': file6,
  'dc-otr-368': file7,
  'fl-dr-13': file8,
  'fl-dr-14': file9,
  'ga-st-5': file10,
  'hi-g-17': file11,
  'ia-31-014': file12,
  'id-st-101': file13,
  'il-crt-61': file14,
  'il-e-letter': file15,
  'in-st-105': file16,
  'ks-st-28a': file17,
  'ky-51a105': file18,
  'la-r-1064': file19,
  'la-remote': file20,
  'ma-st-4': file21,
  'md-exempt': file22,
  'md-suggested': file23,
  'me-resale': file24,
  'mi-3372': file25,
  'mn-st3': file26,
  'mo-149': file27,
  'ms-permit': file28,
  'mtc-uniform': file29,
  'nc-e-595e': file30,
  'nd-sfn-21950': file31,
  'ne-form-13': file32,
  'nj-st-3': file33,
  'nm-nttc': file34,
  'nv-letter': file35,
  'nv-tax-f005': file36,
  'ny-st-119.1': file37,
  'ny-st-120': file38,
  'oh-stec-b': file39,
  'oh-stec-u': file40,
  'ok-permit': file41,
  'pa-rev-1220': file42,
  'ri-resale': file43,
  'sc-st-8a': file44,
  'sd-2040': file45,
  'sst-f0003': file46,
  'tn-blanket': file47,
  'tn-issued': file48,
  'tx-01-339': file49,
  'us-sf-1094': file50,
  'ut-tc-721': file51,
  'va-st-10': file52,
  'vt-s-3': file53,
  'wa-reseller-permit': file54,
  'wi-s-211': file55,
}
